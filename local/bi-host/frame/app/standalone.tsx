import { render } from 'preact'
import { noCustomisations } from '../protocol/customizations'
import { createTheme } from '../theme/apply-theme'
import { PageMessage } from '../parts/page-message'

/** The page opened by itself: it has no session of its own and says so. */
export function mountStandalone(root: HTMLElement): void {
  createTheme(document, null, noCustomisations).apply(noCustomisations)
  render(
    <div class="board">
      <PageMessage
        sign="locked"
        title="Open this dashboard in the portal"
        text="This page is shown inside the portal, which signs you in. Opened by itself it has nothing to show."
      />
    </div>,
    root,
  )
}

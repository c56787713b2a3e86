import { configure } from '@testing-library/react'
import { render } from 'preact'
import { afterEach } from 'vitest'

// Runs before every file of the project `frame`. Testing Library's queries need no React, and its renderer is not used.

// happy-dom has no top layer, so popovers stay where they are in the document.
Object.assign(HTMLElement.prototype, { showPopover: () => undefined, hidePopover: () => undefined })
configure({ asyncUtilTimeout: 20_000 })
afterEach(() => {
  render(null, document.body)
  document.body.replaceChildren()
})

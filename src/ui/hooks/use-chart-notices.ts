import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { BoardStore } from '../../state/board-store'
import { pinnedNotice } from './pinned-notice'
import { mentionedName } from './dashboard-texts'
import { paths } from './routes'
import { useApp } from './use-app'

/** Says where a chart that was saved or pinned in this view went, with a way there. The gallery follows by itself. */
export function useChartNotices(view: BoardStore): void {
  const { stores } = useApp()
  const change = useStore(view, (state) => state.change)
  const raise = useStore(stores.notices, (state) => state.raise)

  useEffect(() => {
    if (change === null) return
    const name = change.name === null ? null : mentionedName(change.name)
    if (change.change === 'pinned') raise(pinnedNotice(change))
    if (change.change === 'saved')
      raise({
        tone: 'success',
        text: name === null ? 'The chart was saved.' : `“${name}” was saved to your charts in Data Weaver.`,
        ...(change.answerId === undefined || change.answerId === null
          ? {}
          : {
              link: {
                label: 'Open chart',
                href: `${paths.chartBuilder}?answer=${encodeURIComponent(change.answerId)}`,
              },
            }),
      })
  }, [change, raise])
}

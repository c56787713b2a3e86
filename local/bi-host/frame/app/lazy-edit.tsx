import { useEffect, useState } from 'preact/hooks'
import type { EditPage } from '../edit/edit-page'
import type { LoadBoard } from '../host/load-board'
import type { EditRoute } from '../protocol/routes'
import { PageMessage } from '../parts/page-message'
import { BoardSkeleton } from '../parts/skeleton'

/** The edit page and the grid library, which nobody else downloads. */
export function LazyEdit({ route, load }: { readonly route: EditRoute; readonly load: LoadBoard }) {
  const [Page, setPage] = useState<typeof EditPage | null>(null)
  const [asked, setAsked] = useState(0)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    setFailed(false)
    import('../edit/edit-page').then(
      (module) => setPage(() => module.EditPage),
      () => setFailed(true),
    )
  }, [asked])
  if (Page !== null) return <Page key={route.path} route={route} load={load} />
  if (!failed) return <BoardSkeleton single={false} />
  return (
    <PageMessage
      sign="broken"
      title="The editor could not be loaded"
      text="A part of this page has not arrived. Your dashboard is safe."
      action={{ label: 'Try again', run: () => setAsked(asked + 1) }}
    />
  )
}

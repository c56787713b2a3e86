import { useEffect, useState } from 'preact/hooks'
import { createAnswerHost, dashboards } from '../host/calls'
import { PageMessage } from '../parts/page-message'
import { useLook, useUi } from '../parts/context'
import type { Frame } from '../protocol/frame'
import type { WordId } from '../theme/words'

interface Entry {
  readonly id: string
  readonly name: string
  readonly description: string
  /** Target path inside the frame. */
  readonly path: string
}

interface Page {
  readonly title: string
  /** Set if the embedding page may replace the title. */
  readonly word?: WordId
  /** The entries. `null` if they could not be loaded. */
  readonly list: (frame: Frame) => Promise<readonly Entry[] | null>
  /** Shown for an empty list. */
  readonly none: string
}

const boards: Page['list'] = async (frame) =>
  (await dashboards(frame))?.map((board) => ({ ...board, path: `/pinboard/${board.id}` })) ?? null

const answers: Page['list'] = async (frame) => {
  const reply = await createAnswerHost(frame)('ListAnswers', {})
  // An anonymous visitor has no entries.
  if (!reply.ok) return reply.problem.kind === 'forbidden' ? [] : null
  return reply.value.answers.map(({ id, title, modified }) => ({
    id,
    name: title,
    description: `Changed on ${new Date(modified).toISOString().slice(0, 10)}`,
    path: `/saved-answer/${id}`,
  }))
}

const sources: Page['list'] = async (frame) => {
  const reply = await createAnswerHost(frame)('GetAnswerFields', {})
  if (!reply.ok) return null
  return reply.value.sources.map(({ id, label, description }) => ({
    id,
    name: label,
    description,
    path: `/answer?source=${encodeURIComponent(id)}`,
  }))
}

const nothing: Page['list'] = () => Promise.resolve([])

const home: Page = { title: 'Home', list: boards, none: 'You don’t have access to any dashboard yet.' }
const liveboards: Page = { ...home, title: 'Liveboards' }
const savedAnswers: Page = { title: 'Answers', list: answers, none: 'Charts that you save appear here.' }
const analyses: Page = {
  title: 'SpotIQ Analysis',
  word: 'viz.menu.spotiq.title',
  list: nothing,
  none: 'This host runs no analyses by itself.',
}
const alerts: Page = {
  title: 'Monitor',
  list: nothing,
  none: 'This host does not watch numbers or send alerts.',
}

/** Pages of the whole application, by the vendor's paths. */
const pages: Readonly<Record<string, Page>> = {
  home,
  pinboards: liveboards,
  'home/liveboards': liveboards,
  answers: savedAnswers,
  'home/answers': savedAnswers,
  'data/tables': { title: 'Data', list: sources, none: 'You don’t have access to any data yet.' },
  'insights/results': analyses,
  'home/spotiq-analysis': analyses,
  'insights/monitor-alerts': alerts,
  'home/monitor-alerts': alerts,
  collections: { title: 'Collections', list: nothing, none: 'This host has no collections.' },
  'home/liveboard-schedules': {
    title: 'Schedules',
    list: nothing,
    none: 'This host sends nothing on a schedule.',
  },
}

const pageAt = (path: string): Page | undefined => {
  const name = path.replace(/^\/|\/?(?:\?.*)?$/g, '')
  return Object.hasOwn(pages, name) ? pages[name] : undefined
}

export const isAppPage = (path: string): boolean => pageAt(path) !== undefined

/** A page of the whole application, as the vendor's app embed opens it: lists the user's items of one kind. */
export function AppPage({ path }: { readonly path: string }) {
  const { frame } = useUi()
  const { words } = useLook()
  const page = pageAt(path) ?? home
  const title = page.word === undefined ? page.title : words(page.word)
  const [list, setList] = useState<readonly Entry[] | 'failed' | null>(null)
  useEffect(() => {
    let isUnmounted = false
    setList(null)
    void page.list(frame).then((found) => {
      if (!isUnmounted) setList(found ?? 'failed')
    })
    return () => {
      isUnmounted = true
    }
  }, [frame, page])

  if (list === 'failed')
    return (
      <PageMessage
        sign="broken"
        title="This page could not be loaded"
        text="The analytics service isn’t responding. Reload the page to try again."
      />
    )
  if (list?.length === 0) return <PageMessage sign="empty" title={title} text={page.none} />
  return (
    <section class="app-page" aria-busy={list === null}>
      <h1 class="liveboard-title">{title}</h1>
      <ul class="app-list">
        {(list ?? []).map(({ id, name, description, path: to }) => (
          <li key={id}>
            <a
              href={`#${to}`}
              onClick={(event) => {
                event.preventDefault()
                frame.navigate(to, false)
              }}
            >
              {name}
            </a>
            <p>{description}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

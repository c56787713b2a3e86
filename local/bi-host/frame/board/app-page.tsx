import { useEffect, useState } from 'preact/hooks'
import { dashboards, type ListedDashboard } from './host-call'
import { PageMessage } from './page-message'
import { useUi } from './ui'

const titles: Readonly<Record<string, string>> = {
  home: 'Home',
  pinboards: 'Liveboards',
  'home/liveboards': 'Liveboards',
}

const nameOf = (path: string): string => path.replace(/^\/|\?.*$/g, '')

/** Whether the whole application has this page here: those that lead to dashboards. */
export const isAppPage = (path: string): boolean => Object.hasOwn(titles, nameOf(path))

/** A page of the whole application, as the vendor's app embed opens it: every dashboard this person may see. */
export function AppPage({ path }: { readonly path: string }) {
  const { frame } = useUi()
  const [list, setList] = useState<readonly ListedDashboard[] | 'failed' | null>(null)
  useEffect(() => {
    void dashboards(frame, 'ALL').then((found) => setList(found ?? 'failed'))
  }, [frame])

  if (list === 'failed')
    return (
      <PageMessage
        sign="broken"
        title="The dashboards cannot be listed"
        text="The analytics host did not answer. Reload the page to try again."
      />
    )
  return (
    <section class="app-page" aria-busy={list === null}>
      <h1 class="liveboard-title">{titles[nameOf(path)]}</h1>
      <ul class="app-list">
        {(list ?? []).map(({ id, name, description }) => (
          <li key={id}>
            <a
              href={`#/pinboard/${id}`}
              onClick={(event) => {
                event.preventDefault()
                frame.navigate(`/pinboard/${id}`, false)
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

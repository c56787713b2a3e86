import type { ReactNode } from 'react'
import { menuEntries } from '../registrations'

const groups = ['visitor', 'person', 'everyone'] as const

/** The controls of the page, in groups with rules between those that have anything to show. */
export function TopMenu({ phone = false }: { readonly phone?: boolean }): ReactNode {
  return (
    <nav className="menu" aria-label="Tools">
      {groups.map((group) => (
        <div className="menu__group" key={group}>
          {menuEntries
            .filter((entry) => entry.group === group && (!phone || entry.onPhone))
            .map(({ id, Control }) => (
              <Control key={id} />
            ))}
        </div>
      ))}
    </nav>
  )
}

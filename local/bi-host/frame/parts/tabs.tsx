import { useRef } from 'preact/hooks'
import { panelId, tabButtonId, type Tab } from './shown-tabs'
import { useLook } from './context'

export interface TabsProps {
  readonly tabs: readonly Tab[]
  readonly active: string | null
  readonly open: (tabId: string) => void
}

/** The tabs of a board. Arrow keys, Home and End move and open, as in the range switch. */
export function Tabs({ tabs, active, open }: TabsProps) {
  const { words } = useLook()
  const list = useRef<HTMLDivElement>(null)
  const current = Math.max(
    0,
    tabs.findIndex((tab) => tab.id === active),
  )

  function onKeyDown(event: KeyboardEvent): void {
    const targets: Readonly<Record<string, number>> = {
      ArrowRight: (current + 1) % tabs.length,
      ArrowLeft: (current - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }
    const at = targets[event.key]
    if (at === undefined) return
    event.preventDefault()
    const next = tabs[at]
    if (!next) return
    open(next.id)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[at]?.focus()
  }

  return (
    <div
      ref={list}
      tabIndex={-1}
      class="tabs liveboard-tabs"
      role="tablist"
      aria-label={words('board.tabs')}
      onKeyDown={onKeyDown}
    >
      {tabs.map((tab, at) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          id={tabButtonId(tab.id)}
          aria-controls={panelId}
          class="tab liveboard-tab"
          data-tab-id={tab.id}
          aria-selected={at === current}
          tabIndex={at === current ? 0 : -1}
          onClick={() => open(tab.id)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  )
}

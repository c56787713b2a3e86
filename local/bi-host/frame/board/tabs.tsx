import { useRef } from 'preact/hooks'
import { useLook } from './ui'

export interface TabsProps {
  readonly tabs: readonly { readonly id: string; readonly label: string }[]
  readonly active: string | null
  readonly open: (tabId: string) => void
}

/** The tabs of a board. The arrow keys move and open, as the range switch does. */
export function Tabs({ tabs, active, open }: TabsProps) {
  const { words } = useLook()
  const list = useRef<HTMLDivElement>(null)
  const current = Math.max(
    0,
    tabs.findIndex((tab) => tab.id === active),
  )

  function onKeyDown(event: KeyboardEvent): void {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const at = (current + step + tabs.length) % tabs.length
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

import { useState } from 'preact/hooks'
import { Select } from '../parts/form'
import { Popover } from '../parts/popover'
import { EditIcon } from './edit-icon'
import type { Step } from './arrange'
import type { EditTab } from './pages'

const directions = ['left', 'right', 'up', 'down'] as const
const sizes: readonly (readonly [Step, string])[] = [
  ['narrower', 'Narrower'],
  ['wider', 'Wider'],
  ['shorter', 'Shorter'],
  ['taller', 'Taller'],
]

/** The buttons that do what dragging does. It stays open: a tile may have a long way to go. */
export function ArrangePanel({
  title,
  free,
  anchor,
  step,
  otherTabs,
  moveTo,
  close,
}: {
  readonly title: string
  /** In one column there is only before and after, and every tile is as wide as the page. */
  readonly free: boolean
  readonly anchor: { readonly current: HTMLElement | null }
  readonly step: (step: Step) => void
  /** Tabs that the tile may go to. */
  readonly otherTabs: readonly EditTab[]
  readonly moveTo: (tab: string) => void
  readonly close: (refocus: boolean) => void
}) {
  return (
    <Popover
      anchor={anchor}
      label={`Move or resize ${title}`}
      kind="dialog"
      className="edit-panel"
      align="end"
      close={close}
    >
      <p class="edit-panel-label">Move</p>
      <div class="edit-panel-row four">
        {directions
          .filter((direction) => free || direction === 'up' || direction === 'down')
          .map((direction) => (
            <button
              key={direction}
              type="button"
              class="button edit-step"
              aria-label={`Move ${direction}`}
              title={`Move ${direction}`}
              onClick={() => step(direction)}
            >
              <EditIcon name={direction} />
            </button>
          ))}
      </div>
      <p class="edit-panel-label">Size</p>
      <div class="edit-panel-row four">
        {sizes
          .filter(([size]) => free || size === 'shorter' || size === 'taller')
          .map(([size, label]) => (
            <button key={size} type="button" class="button edit-step" onClick={() => step(size)}>
              {label}
            </button>
          ))}
      </div>
      {otherTabs.length === 0 ? null : <ToTab tabs={otherTabs} moveTo={moveTo} />}
    </Popover>
  )
}

function ToTab({
  tabs,
  moveTo,
}: {
  readonly tabs: readonly EditTab[]
  readonly moveTo: (tab: string) => void
}) {
  const [tab, setTab] = useState(tabs[0]?.id ?? '')
  return (
    <>
      <p class="edit-panel-label" id="edit-to-tab">
        Tab
      </p>
      <div class="edit-panel-row keep-field">
        <Select aria-labelledby="edit-to-tab" value={tab} of={tabs} change={setTab} />
        <button type="button" class="button" onClick={() => moveTo(tab)}>
          Move to tab
        </button>
      </div>
    </>
  )
}

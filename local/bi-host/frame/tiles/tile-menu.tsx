import { Fragment } from 'preact'
import { useLook, useStore, useUi } from '../parts/context'
import { Icon } from '../parts/icon'
import { Popover, usePanel } from '../parts/floating'
import { isChartData, tableSwitch, tableSwitchAction, type TileAction } from './tile-actions'
import type { Tile, TileTrust } from '../../wire/board'
import { formatDay } from '../../rendering/format'

interface TileMenuProps {
  readonly title: string
  readonly actions: readonly TileAction[]
  readonly run: (actionId: string) => void
}

export function TileMenu({ title, actions, run }: TileMenuProps) {
  const { words } = useLook()
  const { open, setOpen, close, button, panel } = usePanel('menu')
  if (actions.length === 0) return null
  const label = words('viz.menu.label')

  return (
    <>
      <button
        {...button}
        type="button"
        class="icon-button viz-menu-button"
        aria-label={`${label}: ${title}`}
        title={label}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        }}
      >
        <Icon name="ellipsis" size={16} />
      </button>
      {open ? (
        <Popover {...panel} label={`${label}: ${title}`} className="viz-menu" align="end">
          <MenuItems
            actions={actions}
            choose={(actionId) => {
              close(true)
              run(actionId)
            }}
          />
        </Popover>
      ) : null}
    </>
  )
}

/** The entries of a menu. A line separates groups. */
export function MenuItems({
  actions,
  choose,
}: {
  readonly actions: readonly TileAction[]
  readonly choose: (actionId: string) => void
}) {
  return (
    <div role="none" onKeyDown={moveInMenu}>
      {actions.map((action, at) => (
        <button
          key={action.id}
          type="button"
          role="menuitem"
          class={`viz-menu-item ${at > 0 && actions[at - 1]?.group !== action.group ? 'parted' : ''}`}
          data-testid={action.id}
          aria-disabled={action.disabled}
          title={action.hint === '' ? undefined : action.hint}
          tabIndex={-1}
          onClick={() => {
            if (!action.disabled) choose(action.id)
          }}
        >
          {action.label}
        </button>
      ))}
    </div>
  )
}

/** Arrow keys, Home, End and first letters move among the items. Tab leaves. */
export function moveInMenu(event: KeyboardEvent): void {
  const container = event.currentTarget as HTMLElement
  const items = [...container.querySelectorAll<HTMLElement>('[role^="menuitem"]')].filter(
    (item) => item.offsetParent !== null || item.getClientRects().length > 0,
  )
  const at = items.indexOf(document.activeElement as HTMLElement)
  const letter = event.key.length === 1 ? event.key.toLowerCase() : ''
  const next =
    event.key === 'ArrowDown'
      ? items[(at + 1) % items.length]
      : event.key === 'ArrowUp'
        ? items[(at - 1 + items.length) % items.length]
        : event.key === 'Home'
          ? items[0]
          : event.key === 'End'
            ? items.at(-1)
            : letter === ''
              ? undefined
              : [...items.slice(at + 1), ...items].find((item) =>
                  item.textContent.trim().toLowerCase().startsWith(letter),
                )
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** A chart or a KPI, which can be replaced by its table. */
export const hasTable = ({ data }: Tile): boolean =>
  data !== null && (isChartData(data) || data.kind === 'kpi')

export function TableToggle({
  tile,
  asTable,
  setAsTable,
}: {
  readonly tile: Tile
  readonly asTable: boolean
  readonly setAsTable: (asTable: boolean) => void
}) {
  const { frame } = useUi()
  const { words } = useLook()
  const offered = useStore(frame.state, (state) => tableSwitch(state.options))
  return !hasTable(tile) || offered === 'hidden' ? null : (
    <button
      type="button"
      class="icon-button viz-table-toggle"
      data-testid={tableSwitchAction}
      disabled={offered === 'disabled'}
      aria-pressed={asTable}
      aria-label={`${words('viz.table.show')}: ${tile.title}`}
      title={words(asTable ? 'viz.table.hide' : 'viz.table.show')}
      onClick={() => setAsTable(!asTable)}
    >
      <Icon name={asTable ? 'chart' : 'table'} size={15} />
    </button>
  )
}

const statusWords: Readonly<Record<TileTrust['status'], string>> = {
  final: 'Final',
  provisional: 'Provisional: may still be revised',
  sample: 'Sample data, not market data',
}

/** What a number stands for, its source, and how it is misread. */
export function AboutButton({ tile }: { readonly tile: Tile }) {
  const { words } = useLook()
  const { open, button, panel } = usePanel('dialog')
  const { trust } = tile
  const label = words('viz.about')
  return (
    <>
      <button
        {...button}
        type="button"
        class="icon-button viz-about"
        aria-label={`${label}: ${tile.title}`}
        title={label}
      >
        <Icon name="info" size={15} />
      </button>
      {open ? (
        <Popover {...panel} label={`${label}: ${tile.title}`} className="about" align="end">
          <Definition
            text={trust.definition}
            facts={{
              Unit: trust.unit,
              Source: trust.source,
              'As of': `${formatDay(trust.lastDay)} (UTC)`,
              Status: statusWords[trust.status],
            }}
          />
          {trust.field === undefined ? null : (
            <a class="about-more" href={`/methodology#${trust.field}`} target="_blank" rel="noopener">
              Methodology
            </a>
          )}
        </Popover>
      ) : null}
    </>
  )
}

export function Definition({
  text,
  facts,
}: {
  readonly text: string
  readonly facts: Readonly<Record<string, string | number>>
}) {
  return (
    <>
      <p class="about-definition">{text}</p>
      <dl>
        {Object.entries(facts).map(([name, fact]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{fact}</dd>
          </Fragment>
        ))}
      </dl>
    </>
  )
}

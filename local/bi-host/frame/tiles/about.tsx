import { useRef, useState } from 'preact/hooks'
import type { Tile, TileTrust } from '../../wire/board'
import { useLook } from '../parts/context'
import { formatDay } from '../../rendering/format'
import { Icon } from '../parts/icon'
import { Popover } from '../parts/popover'

const statusWords: Readonly<Record<TileTrust['status'], string>> = {
  final: 'Final',
  provisional: 'Provisional: may still be revised',
  sample: 'Sample data, not market data',
}

/** What a number is, where it comes from and how it is misread. */
export function AboutButton({ tile }: { readonly tile: Tile }) {
  const { words } = useLook()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const { trust } = tile
  const label = words('viz.about')
  return (
    <>
      <button
        ref={button}
        type="button"
        class="icon-button viz-about"
        aria-label={`${label}: ${tile.title}`}
        title={label}
        aria-expanded={open}
        aria-haspopup="dialog"
        onClick={() => setOpen(!open)}
      >
        <Icon name="info" size={15} />
      </button>
      {open ? (
        <Popover
          anchor={button}
          label={`${label}: ${tile.title}`}
          kind="dialog"
          className="about"
          align="end"
          close={(refocus) => {
            setOpen(false)
            if (refocus) button.current?.focus()
          }}
        >
          <p class="about-definition">{trust.definition}</p>
          <dl>
            <dt>Unit</dt>
            <dd>{trust.unit}</dd>
            <dt>Source</dt>
            <dd>{trust.source}</dd>
            <dt>As of</dt>
            <dd>{formatDay(trust.lastDay)} (UTC)</dd>
            <dt>Status</dt>
            <dd>{statusWords[trust.status]}</dd>
          </dl>
        </Popover>
      ) : null}
    </>
  )
}

import { useEffect, useMemo, useState } from 'preact/hooks'
import type { TileOffer } from '../../wire/board'
import { Icon } from '../parts/icon'
import { Popover } from '../parts/popover'
import type { EditClient } from './edit-client'

const kinds: Readonly<Record<TileOffer['kind'], string>> = {
  kpi: 'Figure',
  series: 'Over time',
  bars: 'Bars',
  matrix: 'Heatmap',
  parts: 'Parts',
  candles: 'Candles',
  curves: 'Curves',
  scatter: 'Scatter',
  table: 'Table',
  pivot: 'Pivot table',
}

/** Every tile of the curated boards, by board, to be put on one's own. It stays open: a dashboard is filled in one go. */
export function TilePicker({
  anchor,
  client,
  add,
  close,
}: {
  readonly anchor: { readonly current: HTMLElement | null }
  readonly client: EditClient
  readonly add: (offer: TileOffer) => void
  readonly close: (refocus: boolean) => void
}) {
  const [offers, setOffers] = useState<readonly TileOffer[] | null>(null)
  const [failed, setFailed] = useState(false)
  const [asked, setAsked] = useState(0)
  const [search, setSearch] = useState('')
  const [added, setAdded] = useState<readonly TileOffer[]>([])

  useEffect(() => {
    let left = false
    setFailed(false)
    void client.offers().then((answer) => {
      if (left) return
      if (answer.ok) setOffers(answer.value)
      else setFailed(true)
    })
    return () => {
      left = true
    }
  }, [client, asked])

  const boards = useMemo(() => grouped(offers ?? [], search), [offers, search])
  return (
    <Popover anchor={anchor} label="Add visualisation" kind="dialog" className="edit-picker" close={close}>
      <label class="filter-search">
        <Icon name="search" size={15} />
        <input
          type="search"
          aria-label="Search visualisations"
          placeholder="Search visualisations"
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
        />
      </label>
      <div class="edit-offers" aria-busy={offers === null && !failed}>
        {failed ? (
          <p class="filter-none" role="alert">
            The visualisations could not be loaded.{' '}
            <button type="button" class="edit-link" onClick={() => setAsked(asked + 1)}>
              Try again
            </button>
          </p>
        ) : null}
        {offers !== null && boards.length === 0 ? <p class="filter-none">No visualisation matches.</p> : null}
        {boards.map(([board, list]) => (
          <section key={board} aria-label={board}>
            <h2 class="edit-board">{board}</h2>
            <ul>
              {list.map((offer) => (
                <li key={`${offer.boardId} ${offer.tileId}`}>
                  <button
                    type="button"
                    class="edit-offer"
                    onClick={() => {
                      add(offer)
                      setAdded([...added, offer])
                    }}
                  >
                    <span class="edit-offer-title">{offer.title}</span>
                    <span class="edit-offer-kind">{added.includes(offer) ? 'Added' : kinds[offer.kind]}</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Popover>
  )
}

function grouped(
  offers: readonly TileOffer[],
  search: string,
): readonly (readonly [string, readonly TileOffer[]])[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const boards = new Map<string, TileOffer[]>()
  for (const offer of offers) {
    const text = `${offer.boardTitle} ${offer.title} ${offer.subtitle} ${kinds[offer.kind]}`.toLowerCase()
    if (!words.every((word) => text.includes(word))) continue
    boards.set(offer.boardTitle, [...(boards.get(offer.boardTitle) ?? []), offer])
  }
  return [...boards]
}

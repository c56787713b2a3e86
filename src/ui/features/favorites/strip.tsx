import Clock from 'lucide-react/icons/clock'
import Star from 'lucide-react/icons/star'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { useStore } from 'zustand'
import { isFavorite, itemId, type FavoriteItem } from '../../../core/favorites/favorites'
import { linksFor, tilesFor, type StripLayout } from '../../../core/favorites/strip'
import { itemIcon } from '../../components/icons'
import { useLogIn } from '../../hooks/use-log-in'
import { useApp } from '../../hooks/use-app'
import type { NumberSeen } from '../../../core/favorites/last-look'
import { ChartCard } from './chart-card'
import { changeFavorites } from './star-button'
import { useFavoriteLinks, type FavoriteLink } from '../../hooks/use-favorite-links'
import '../../styles/home-strip.scss'
import type { StarredTile } from '../../../core/ports/dashboard-surface'

/** As many as fit on a line on a desktop. The palette lists the others first. */
const maxFavorites = 6
const maxLinks = 8

/** One instance per user: its content goes when the user changes. */
export function Strip({ layout }: { readonly layout: StripLayout }): ReactNode {
  const { stores } = useApp()
  const signedIn = useStore(stores.auth, (state) => state.isAuthenticated)
  return signedIn ? <OwnStrip layout={layout} /> : <SignedOutStrip layout={layout} />
}

/** Links to favorites and recents, and the favorite charts. A removed chart leaves its space, with Undo. */
function OwnStrip({ layout }: { readonly layout: StripLayout }): ReactNode {
  const { stores } = useApp()
  const favorites = useStore(stores.favorites)
  const linkOf = useFavoriteLinks()
  const [shown, setShown] = useState<readonly StarredTile[]>([])
  const tiles = tilesFor(shown, favorites, layout)
  if (tiles !== shown) setShown(tiles)
  const numbers = useNumbersSeen(tiles)
  const linked = linksFor(tiles, favorites)
  const links = (items: readonly FavoriteItem[]): readonly FavoriteLink[] =>
    items.map(linkOf).filter((link) => link !== null)
  const starred = links(linked.favorites)
  const last = links(linked.recents).slice(0, maxLinks - Math.min(starred.length, maxFavorites))

  return (
    <section className="home-strip" aria-label="Favorites and recent pages">
      {layout.links && (
        <div className="home-strip__line">
          <Links name="Favorites" icon={Star} links={starred.slice(-maxFavorites)}>
            {starred.length > maxFavorites && <More count={starred.length - maxFavorites} />}
          </Links>
          <Links name="Recent" icon={Clock} links={last} />
          {starred.length + last.length === 0 && <p>Add a dashboard to favorites to see it here.</p>}
        </div>
      )}
      {layout.tiles > 0 && (
        <ul className="home-strip__tiles" aria-label="Favorite charts">
          {tiles.map((tile) => (
            <StripChart
              key={itemId(tile)}
              tile={tile}
              link={linkOf(tile)}
              starred={isFavorite(favorites, itemId(tile))}
              seen={numbers.get(itemId(tile))}
            />
          ))}
          {Array.from({ length: layout.tiles - tiles.length }, (_, index) => (
            <li className="home-strip__tile home-strip__tile--free" key={`free-${index}`}>
              <p>Add a chart to favorites to see it here.</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** By chart, the values of charts that are one number. Requested once per chart while Home is on screen, and again on refresh. */
function useNumbersSeen(tiles: readonly StarredTile[]): ReadonlyMap<string, NumberSeen> {
  const { stores, useCases } = useApp()
  const [numbers, setNumbers] = useState<ReadonlyMap<string, NumberSeen>>(new Map())
  const asked = useRef(new Set<string>())
  const ask = useEffectEvent((wanted: readonly StarredTile[]) => {
    for (const tile of wanted) asked.current.add(itemId(tile))
    if (wanted.length === 0) return
    useCases.starredNumbers(wanted).then(
      (seen) => setNumbers((before) => new Map([...before, ...seen.map((one) => [one.id, one] as const)])),
      () => undefined,
    )
  })
  useEffect(() => ask(tiles.filter((tile) => !asked.current.has(itemId(tile)))), [tiles])
  const askAgain = useEffectEvent(() => ask(tiles))
  useEffect(
    () => stores.board.subscribe((now, before) => void (now.refreshing && !before.refreshing && askAgain())),
    [stores],
  )
  return numbers
}

/** For a user who was signed in on the last visit and no longer is. */
function SignedOutStrip({ layout }: { readonly layout: StripLayout }): ReactNode {
  const logIn = useLogIn()
  const invitation = (
    <p>
      Log in to see your favorites and recent pages.
      <button type="button" className="text-button" onClick={logIn}>
        Log In
      </button>
    </p>
  )
  return (
    <div className="home-strip">
      {layout.links && <div className="home-strip__line">{invitation}</div>}
      {layout.tiles > 0 && (
        <div className="home-strip__tiles">
          {Array.from({ length: layout.tiles }, (_, index) => (
            <div className="home-strip__tile home-strip__tile--free" key={index}>
              {index === 0 && !layout.links ? invitation : <p>Favorite chart</p>}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

function More({ count }: { readonly count: number }): ReactNode {
  const { stores } = useApp()
  return (
    <button type="button" className="home-strip__link" onClick={() => stores.dialogs.getState().openSearch()}>
      {count} more
    </button>
  )
}

function StripChart({
  tile,
  link,
  starred,
  seen,
}: {
  readonly tile: StarredTile
  readonly link: FavoriteLink | null
  readonly starred: boolean
  readonly seen: NumberSeen | undefined
}): ReactNode {
  return (
    <li className={starred ? 'home-strip__tile' : 'home-strip__tile home-strip__tile--free'}>
      {starred ? <ChartCard tile={tile} link={link} seen={seen} /> : <RemovedChart tile={tile} />}
    </li>
  )
}

function RemovedChart({ tile }: { readonly tile: StarredTile }): ReactNode {
  const { stores } = useApp()
  const undo = useRef<HTMLButtonElement>(null)
  // The star that was pressed is gone, and the focus with it.
  useEffect(() => {
    if (document.activeElement === document.body) undo.current?.focus({ preventScroll: true })
  }, [])
  return (
    <>
      <p>
        <bdi>“{tile.title}”</bdi> was removed from favorites.
      </p>
      <button
        ref={undo}
        type="button"
        className="text-button"
        onClick={() => void changeFavorites(stores, { kind: 'starred', item: tile })}
      >
        Undo
      </button>
    </>
  )
}

function Links({
  name,
  icon: Icon,
  links,
  children,
}: {
  readonly name: string
  readonly icon: typeof Star
  readonly links: readonly FavoriteLink[]
  readonly children?: ReactNode
}): ReactNode {
  if (links.length === 0) return null
  return (
    <nav className="home-strip__links" aria-label={name}>
      <span className="home-strip__name" aria-hidden="true">
        <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
        {name}
      </span>
      {links.map(({ id, title, path, picture }) => (
        <Link key={id} href={path} className="home-strip__link">
          {itemIcon(picture, 16)}
          <bdi>{title}</bdi>
        </Link>
      ))}
      {children}
    </nav>
  )
}

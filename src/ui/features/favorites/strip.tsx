import Clock from 'lucide-react/icons/clock'
import Star from 'lucide-react/icons/star'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { useStore } from 'zustand'
import { isFavourite, keptId, type KeptItem } from '../../../core/favorites/favorites'
import { linksFor, tilesFor, type StripRoom } from '../../../core/favorites/strip'
import { itemIcon } from '../../components/icons'
import { useLogIn } from '../../hooks/use-log-in'
import { useApp } from '../../hooks/use-app'
import { TileCard } from './chart-card'
import { usePlaces, type Place } from './use-links'
import '../../styles/home-strip.scss'
import type { StarredTile } from '../../../core/ports/dashboard-surface'

/** As many as a line at a desk takes; the others are on top of the palette. */
const mostFavourites = 6
const mostLinks = 8

/** One per person: what is in it goes with them. */
export function Strip({ room }: { readonly room: StripRoom }): ReactNode {
  const { stores } = useApp()
  const signedIn = useStore(stores.auth, (state) => state.isAuthenticated)
  return signedIn ? <OwnStrip room={room} /> : <SignedOutStrip room={room} />
}

/** Links to favourites and to where one was last, and starred tiles. A tile that is put away leaves its place, and a way back. */
function OwnStrip({ room }: { readonly room: StripRoom }): ReactNode {
  const { stores } = useApp()
  const kept = useStore(stores.kept)
  const placeOf = usePlaces()
  const [standing, setStanding] = useState<readonly StarredTile[]>([])
  const tiles = tilesFor(standing, kept, room)
  if (tiles !== standing) setStanding(tiles)
  const { favourites, recents } = linksFor(tiles, kept)
  const places = (items: readonly KeptItem[]): readonly Place[] =>
    items.map(placeOf).filter((place) => place !== null)
  const starred = places(favourites)
  const last = places(recents).slice(0, mostLinks - Math.min(starred.length, mostFavourites))

  return (
    <section className="home-strip" aria-label="Favourites and recent pages">
      {room.links && (
        <div className="home-strip__line">
          <Links name="Favourites" icon={Star} places={starred.slice(-mostFavourites)}>
            {starred.length > mostFavourites && <More count={starred.length - mostFavourites} />}
          </Links>
          <Links name="Recent" icon={Clock} places={last} />
          {starred.length + last.length === 0 && <p>Star a dashboard to find it here.</p>}
        </div>
      )}
      {room.tiles > 0 && (
        <ul className="home-strip__tiles" aria-label="Starred tiles">
          {tiles.map((tile) => (
            <StandingTile
              key={keptId(tile)}
              tile={tile}
              place={placeOf(tile)}
              starred={isFavourite(kept, keptId(tile))}
            />
          ))}
          {Array.from({ length: room.tiles - tiles.length }, (_, index) => (
            <li className="home-strip__tile home-strip__tile--free" key={`free-${index}`}>
              <p>Star a tile of any dashboard to see it here.</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Somebody was signed in the last time, and is not any more. */
function SignedOutStrip({ room }: { readonly room: StripRoom }): ReactNode {
  const logIn = useLogIn()
  const invitation = (
    <p>
      Log in to see your favourites and recent pages.
      <button type="button" className="text-button" onClick={logIn}>
        Log In
      </button>
    </p>
  )
  return (
    <div className="home-strip">
      {room.links && <div className="home-strip__line">{invitation}</div>}
      {room.tiles > 0 && (
        <div className="home-strip__tiles">
          {Array.from({ length: room.tiles }, (_, index) => (
            <div className="home-strip__tile home-strip__tile--free" key={index}>
              {index === 0 && !room.links ? invitation : <p>A tile that was starred here</p>}
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

function StandingTile({
  tile,
  place,
  starred,
}: {
  readonly tile: StarredTile
  readonly place: Place | null
  readonly starred: boolean
}): ReactNode {
  return (
    <li className={starred ? 'home-strip__tile' : 'home-strip__tile home-strip__tile--free'}>
      {starred ? <TileCard tile={tile} place={place} /> : <PutAway tile={tile} />}
    </li>
  )
}

function PutAway({ tile }: { readonly tile: StarredTile }): ReactNode {
  const { stores } = useApp()
  const undo = useRef<HTMLButtonElement>(null)
  // The star that was pressed has gone, and the focus with it.
  useEffect(() => {
    if (document.activeElement === document.body) undo.current?.focus({ preventScroll: true })
  }, [])
  return (
    <>
      <p>
        <bdi>“{tile.title}”</bdi> is no favourite any more.
      </p>
      <button
        ref={undo}
        type="button"
        className="text-button"
        onClick={() => void stores.kept.getState().change({ kind: 'starred', item: tile })}
      >
        Undo
      </button>
    </>
  )
}

function Links({
  name,
  icon: Icon,
  places,
  children,
}: {
  readonly name: string
  readonly icon: typeof Star
  readonly places: readonly Place[]
  readonly children?: ReactNode
}): ReactNode {
  if (places.length === 0) return null
  return (
    <nav className="home-strip__links" aria-label={name}>
      <span className="home-strip__name" aria-hidden="true">
        <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
        {name}
      </span>
      {places.map(({ id, title, path, picture }) => (
        <Link key={id} href={path} className="home-strip__link">
          {itemIcon(picture, 16)}
          <bdi>{title}</bdi>
        </Link>
      ))}
      {children}
    </nav>
  )
}

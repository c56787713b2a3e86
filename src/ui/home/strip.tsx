import Clock from 'lucide-react/icons/clock'
import Star from 'lucide-react/icons/star'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useStore } from 'zustand'
import { keptId, type KeptItem, type KeptTile } from '../../core/favourites/kept'
import { itemIcon } from '../icons'
import { useApp } from '../use-app'
import { TileCard } from './tile-card'
import { usePlaces, type Place } from './use-places'
import '../styles/home-strip.scss'

/** So many starred tiles are drawn, each in a frame of its own; further ones are links. */
const mostTiles = 3
const mostRecents = 5

/** Starred tiles, and links to the other favourites and to where one was last. */
export function Strip(): ReactNode {
  const { stores } = useApp()
  const favourites = useStore(stores.kept, (state) => state.favourites)
  const recents = useStore(stores.kept, (state) => state.recents)
  const placeOf = usePlaces()
  const isTile = (item: KeptItem): item is KeptTile => item.kind === 'tile'
  // The newest first, so that a star just given is seen.
  const tiles = favourites.filter(isTile).toReversed().slice(0, mostTiles)
  const drawn = new Set(tiles.map(keptId))
  const links = placesOf(favourites.filter((item) => !drawn.has(keptId(item))))
  const starred = new Set(favourites.map(keptId))
  const last = placesOf(recents.filter((item) => !starred.has(keptId(item)))).slice(0, mostRecents)

  function placesOf(items: readonly KeptItem[]): readonly Place[] {
    return items.map(placeOf).filter((place) => place !== null)
  }

  return (
    <section className="home-strip" aria-label="Favourites and recent pages">
      <Links
        name="Favourites"
        icon={<Star size={14} strokeWidth={1.75} aria-hidden="true" />}
        places={links}
      />
      <Links name="Recent" icon={<Clock size={14} strokeWidth={1.75} aria-hidden="true" />} places={last} />
      {tiles.length > 0 && (
        <ul className="home-strip__tiles" aria-label="Starred tiles">
          {tiles.map((tile) => (
            <li key={keptId(tile)}>
              <TileCard tile={tile} place={placeOf(tile)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Links({
  name,
  icon,
  places,
}: {
  readonly name: string
  readonly icon: ReactNode
  readonly places: readonly Place[]
}): ReactNode {
  if (places.length === 0) return null
  return (
    <nav className="home-strip__links" aria-label={name}>
      <span className="home-strip__name" aria-hidden="true">
        {icon}
        {name}
      </span>
      {places.map(({ id, title, path, picture }) => (
        <Link key={id} href={path} className="home-strip__link">
          {itemIcon(picture, 16)}
          <bdi>{title}</bdi>
        </Link>
      ))}
    </nav>
  )
}

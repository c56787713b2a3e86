import Check from 'lucide-react/icons/check'
import LinkIcon from 'lucide-react/icons/link'
import { useEffect, type ReactNode } from 'react'
import { useStore } from 'zustand'
import type { KeptItem } from '../../../core/favorites/favorites'
import type { BoardStore } from '../../../state/board-store'
import { StarButton } from './star-button'
import { useTileStars } from './use-tile-stars'
import { useStar } from './use-star'
import { useCommands } from '../../hooks/use-commands'
import { Tooltip } from '../../components/tooltip'
import { useApp } from '../../hooks/use-app'
import { Freshness } from './freshness'
import { useCopyLink } from './use-copy-link'

/** What goes with every board's title: how fresh it is, its star, its link. Being here also makes the page a recent one. */
export function HeadTools({
  item,
  name,
  board,
}: {
  readonly item: KeptItem
  readonly name: string
  readonly board: BoardStore
}): ReactNode {
  const { stores } = useApp()
  const signedIn = useStore(stores.auth, (state) => state.isAuthenticated)
  const isHome = item.kind === 'dataset' && item.key === 'home'
  const { copied, copy } = useCopyLink()
  useTileStars(board)
  useCommands([
    {
      id: 'copy-link',
      label: 'Copy link',
      names: 'share address url',
      shortcut: 'copy-link',
      run: () => void copy(),
    },
  ])
  return (
    <div className="head-tools">
      <Freshness board={board} />
      <div className="head-tools__buttons">
        {signedIn && !isHome && <Starred item={item} name={name} />}
        <Tooltip text={copied ? 'Link copied' : 'Copy link'}>
          <button
            type="button"
            className="control control--icon"
            aria-label="Copy link"
            onClick={() => void copy()}
          >
            {copied ? (
              <Check size={18} strokeWidth={1.75} aria-hidden="true" />
            ) : (
              <LinkIcon size={18} strokeWidth={1.75} aria-hidden="true" />
            )}
          </button>
        </Tooltip>
      </div>
      <output className="visually-hidden">{copied ? 'Link copied' : ''}</output>
    </div>
  )
}

function Starred({ item, name }: { readonly item: KeptItem; readonly name: string }): ReactNode {
  const { stores } = useApp()
  const { starred, toggle } = useStar(item)
  useCommands([
    {
      id: 'favourite',
      label: starred ? `Remove ${name} from favourites` : `Add ${name} to favourites`,
      names: 'star favourite bookmark watchlist',
      shortcut: 'favourite',
      run: () => void toggle(),
    },
  ])
  const change = useStore(stores.kept, (state) => state.change)
  const text = JSON.stringify(item)
  useEffect(() => void change({ kind: 'visited', item: JSON.parse(text) as KeptItem }), [change, text])
  return <StarButton item={item} name={name} />
}

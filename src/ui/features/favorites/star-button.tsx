import Star from 'lucide-react/icons/star'
import type { ReactNode } from 'react'
import type { KeptItem } from '../../../core/favorites/favorites'
import { Tooltip } from '../../components/tooltip'
import { useStar } from './use-star'

/** The star of a page, a dashboard or a tile. `name` is what it is called, for those who do not see where it stands. */
export function StarButton({
  item,
  name,
  className = 'control control--icon',
}: {
  readonly item: KeptItem
  readonly name: string
  readonly className?: string
}): ReactNode {
  const { starred, toggle } = useStar(item)
  return (
    <Tooltip text={starred ? 'Remove from favourites' : 'Add to favourites'}>
      <button
        type="button"
        className={`${className} star`}
        aria-pressed={starred}
        aria-label={`Favourite: ${name}`}
        onClick={() => void toggle()}
      >
        <Star size={18} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </Tooltip>
  )
}

import type { TileFailure } from '../store/dashboards'
import { tileGrid } from '../wire/tile-grid'
import { Refusal } from '../warehouse/problem'

/** Why a chart could not be put on a dashboard, or changed on it, for the person who wanted it. */
export function pinRefusal(why: TileFailure): Refusal {
  switch (why) {
    case 'full':
      return new Refusal(
        'bad-request',
        `This dashboard has ${tileGrid.mostTiles} tiles, the most it can hold.`,
      )
    case 'too-many-tabs':
      return new Refusal('bad-request', `This dashboard has ${tileGrid.mostTabs} tabs, the most it can hold.`)
    case 'no-such-tab':
      return new Refusal('not-found', 'This dashboard has no such tab any more.')
    case 'not-found':
      return new Refusal('not-found', 'This chart is not on that dashboard any more.')
    case 'not-an-answer':
      return new Refusal('bad-request', 'This chart cannot be kept as it is.')
  }
}

import type { BoardDefinition } from '../../../../local/bi-host/boards/definition'
import { series } from '../../../../local/bi-host/boards/tiles/series'

export const demoBoard: BoardDefinition = {
  id: 'demo',
  title: 'Demo',
  description: 'One tile.',
  range: '30D',
  chips: [{ field: 'mining.pool', multiple: true }],
  tiles: [
    series('blocks', 'Blocks by pool', 'mining.blocks', {
      subtitle: 'By {grain}, {range}',
      by: 'pool',
      shape: 'stacked-bars',
    }),
  ],
}

import { count } from '../../../../local/bi-host/model/formats'
import type { Source } from '../../../../local/bi-host/model/source'

/** A subject nobody has written yet: what it takes to add one. */
export const mining: Source = {
  id: 'mining',
  label: 'Mining',
  description: 'One day and mining pool: blocks found.',
  from: 'mining_days',
  tables: ['mining_days'],
  date: { column: 'date', kind: 'day' },
  grain: 'day',
  measures: {
    blocks: {
      kind: 'additive',
      sql: 'blocks',
      label: 'Blocks',
      format: count,
      unit: 'Blocks, summed over the interval',
      definition: 'Blocks found by the pool; luck makes single days jump.',
    },
  },
  attributes: { pool: { label: 'Pool', sql: 'pool', concept: 'mining pool' } },
}

import type { BoardReply } from '../../wire/board'
import { lastDay } from './invent'
import { assets } from './make'
import { overNames } from './over-names'
import { overTime } from './over-time'
import { theRest } from './the-rest'

/** One tile of every kind and shape, with invented figures. */
export function kinds(): BoardReply {
  const tiles = [...overTime(), ...overNames(), ...theRest()]
  return {
    board: {
      id: 'specimen-kinds',
      title: 'Specimen',
      description: 'One tile of every kind, with invented figures',
      tabs: [
        { id: 'one', label: 'Every kind' },
        { id: 'two', label: 'Another tab' },
      ],
      activeTabId: 'one',
      asOf: lastDay,
      badge: 'Sample data',
      source: 'Specimen',
      ranges: ['30D', '90D', '1Y', 'ALL'],
      range: '1Y',
      filters: [
        { field: 'price.asset', label: 'Asset', values: assets, chosen: [], multiple: true },
        { field: 'quote', label: 'Quote', values: ['USD', 'EUR'], chosen: ['USD'], multiple: false },
      ],
      ready: true,
      editable: true,
    },
    tiles,
    dataVersion: 'specimen',
    queryMs: 0,
  }
}

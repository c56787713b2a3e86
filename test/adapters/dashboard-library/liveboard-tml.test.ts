import { expect, test } from 'vitest'
import { withCharts } from '../../../src/adapters/dashboard-library/thoughtspot/liveboard-tml'

const chart = (id: string) => ({ id, answer: { name: id } })
const tile = (id: string, width: number, height: number) => ({
  visualization_id: id,
  x: 0,
  y: 0,
  width,
  height,
})

test('charts come as large as where they come from, in rows below what is there', () => {
  const own = {
    guid: 'own',
    liveboard: { visualizations: [chart('Viz_1')], layout: { tiles: [tile('Viz_1', 12, 4)] } },
  }
  const curated = {
    guid: 'curated',
    liveboard: {
      visualizations: ['number', 'other', 'wide', 'lost'].map(chart),
      layout: {
        tabs: [{ name: 'First', tiles: [tile('number', 3, 3), tile('other', 3, 2), tile('wide', 8, 5)] }],
      },
    },
  }
  const added = withCharts(
    [own, curated],
    ['number', 'other', 'wide', 'lost'].map((chartId) => ({ dashboardId: 'curated', chartId })),
  )
  expect(added).toMatchObject({
    liveboard: {
      layout: {
        tiles: [
          { visualization_id: 'Viz_1', y: 0 },
          { x: 0, y: 4, width: 3, height: 3 },
          { x: 3, y: 4, width: 3, height: 2 },
          { x: 0, y: 7, width: 8, height: 5 },
          // Of this one no layout speaks.
          { x: 0, y: 12, width: 6, height: 6 },
        ],
      },
    },
  })
})

import { describe, expect, test } from 'vitest'
import { withCharts, withoutCharts } from '../../../src/adapters/dashboard-library/thoughtspot/liveboard-tml'

const chart = (id: string) => ({ id, answer: { name: id } })
const tile = (id: string, width: number, height: number) => ({
  visualization_id: id,
  x: 0,
  y: 0,
  width,
  height,
})

test('added charts keep their size, in rows below the existing ones', () => {
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
          // This one is in no layout.
          { x: 0, y: 12, width: 6, height: 6 },
        ],
      },
    },
  })
})

test('added charts are below tiles with a named size, and below tiles without a position', () => {
  // Form of thoughtspot-agent-skills, agents/shared/schemas/thoughtspot-liveboard-tml.md ("Use size OR height/width").
  const tilesWithAdded = (...positions: readonly object[]) => {
    const tiles = positions.map((position, at) => ({
      visualization_id: `Viz_${at + 1}`,
      size: 'MEDIUM',
      ...position,
    }))
    const visualizations = [chart('Viz_1'), chart('Viz_2')]
    const own = { guid: 'own', liveboard: { visualizations, layout: { tiles } } }
    return withCharts([own], [{ dashboardId: 'own', chartId: 'Viz_1' }])
  }
  expect(tilesWithAdded({ x: 0, y: 0 }, { x: 6, y: 0 })).toMatchObject({
    liveboard: { layout: { tiles: [{}, {}, { x: 0, y: 6 }] } },
  })
  expect(tilesWithAdded({}, {})).toMatchObject({
    liveboard: { layout: { tiles: [{}, {}, { x: 0, y: 12 }] } },
  })
})

describe('a dashboard with groups, as a cluster exports it', () => {
  // Form of the vendor's own description, which was tested on a cluster: thoughtspot-agent-skills,
  // agents/shared/schemas/thoughtspot-liveboard-tml.md.
  const groupLayout = (group: string, ...ids: readonly string[]) => ({
    id: group,
    tiles: ids.map((id) => tile(id, 4, 3)),
  })
  const board = {
    guid: 'own',
    obj_id: 'Desk-1',
    liveboard: {
      name: 'Desk',
      visualizations: ['Viz_1', 'Viz_2', 'Viz_3'].map((id) => ({ ...chart(id), viz_guid: `guid of ${id}` })),
      groups: [
        { id: 'Group_1', name: 'Flows', group_guid: 'g1', visualizations: ['Viz_1', 'Viz_2'] },
        { id: 'Group_2', name: 'Supply', group_guid: 'g2', visualizations: ['Viz_3'] },
      ],
      layout: {
        tabs: [
          {
            name: 'First',
            tiles: [tile('Group_1', 12, 4), tile('Group_2', 12, 6)],
            group_layouts: [groupLayout('Group_1', 'Viz_1', 'Viz_2'), groupLayout('Group_2', 'Viz_3')],
          },
        ],
      },
      filters: [{ column: ['Date'] }],
    },
  }

  test('removes a chart from its group, and the group with its last chart', () => {
    const { layout, ...rest } = board.liveboard
    const [first] = layout.tabs
    expect(withoutCharts(board, ['guid of Viz_1', 'Viz_3'])).toEqual({
      ...board,
      liveboard: {
        ...rest,
        visualizations: [board.liveboard.visualizations[1]],
        groups: [{ ...board.liveboard.groups[0], visualizations: ['Viz_2'] }],
        layout: {
          tabs: [
            { ...first, tiles: [tile('Group_1', 12, 4)], group_layouts: [groupLayout('Group_1', 'Viz_2')] },
          ],
        },
      },
    })
    expect(withoutCharts(board, ['Viz_9'])).toBeNull()
  })

  test('keeps no reference to a removed chart: the next one may get its id, and filters have to apply to it', () => {
    // Forms of the same description, and of the vendor's package thoughtspot_tml 2.4.5 (`Filter`, `PinboardParameterOverrideEDoc`,
    // `views`).
    const speaking = (leftOut: readonly string[], looks: readonly string[]) => ({
      filters: [
        { column: ['Chain'], oper: 'in', values: ['Viz_3'], excluded_visualizations: leftOut },
        { column: ['Date'] },
      ],
      parameter_overrides: [{ key: 'p', value: { name: 'Range', excluded_container_id: leftOut } }],
      views: [{ view_guid: 'v', view_filters: [{ column: ['Chain'], excluded_visualizations: leftOut }] }],
      style: {
        style_properties: [{ name: 'lb_border_type', value: 'CURVED' }],
        overrides: looks.map((object_id) => ({ object_id, style_properties: [] })),
      },
    })
    const without = withoutCharts(
      {
        ...board,
        liveboard: { ...board.liveboard, ...speaking(['Viz_1', 'Viz_3'], ['Viz_3', 'Group_2', 'Viz_2']) },
      },
      ['Viz_3'],
    )
    expect(without?.liveboard).toMatchObject(speaking(['Viz_1'], ['Viz_2']))
    const added = withCharts(
      [without ?? { liveboard: {} }, board],
      [{ dashboardId: 'own', chartId: 'Viz_1' }],
    )
    // The reason for this rule.
    expect(added).toMatchObject({ liveboard: { visualizations: [{}, {}, { id: 'Viz_3' }] } })
  })

  test('copies a chart with the size that it has in its group', () => {
    const empty = { guid: 'other', liveboard: {} }
    expect(withCharts([empty, board], [{ dashboardId: 'own', chartId: 'Viz_3' }])).toMatchObject({
      liveboard: { layout: { tiles: [{ width: 4, height: 3 }] } },
    })
  })
})

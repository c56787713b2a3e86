import { expect, test } from 'vitest'
import type { SavedDashboard } from '../../../src/core/ports/dashboard-library'
import { reconcilePin } from '../../../src/core/dashboards/reconcile-pin'

const dashboard: SavedDashboard = {
  id: 'desk',
  name: 'Desk',
  description: '',
  author: 'analyst@example.com',
  created: '',
  createdAt: 1,
  modifiedAt: 2,
}
const changed = { ...dashboard, modifiedAt: 3 }
const undated = { ...dashboard, modifiedAt: null }
const other = { ...dashboard, id: 'other' }
const onDashboard = { title: 'Supply', liveboardId: 'desk' }
const onNew = { title: 'Supply', newLiveboardName: 'Desk' }

test.each([
  ['nothing changed', onDashboard, [dashboard], [dashboard], { kind: 'nothing' }],
  ['it was changed', onDashboard, [dashboard], [changed], { kind: 'changed', dashboard: changed }],
  ['it has gone', onDashboard, [dashboard], [], { kind: 'nothing' }],
  ['nobody says when it was changed', onDashboard, [dashboard], [undated], { kind: 'unknown' }],
  ['nobody said when it had been changed', onDashboard, [undated], [changed], { kind: 'unknown' }],
  ['no list', onDashboard, [dashboard], null, { kind: 'unknown' }],
  ['no new one', onNew, [], [{ ...other, name: 'Another' }], { kind: 'nothing' }],
  ['one of the name was there before', onNew, [dashboard], [dashboard], { kind: 'nothing' }],
  ['a second one of the name', onNew, [dashboard], [dashboard, other], { kind: 'made', dashboard: other }],
] as const)('after an answer of which nobody knows: %s', (_, target, before, after, trace) => {
  expect(reconcilePin(target, before, after)).toEqual(trace)
})

import { expect, test } from 'vitest'
import type { SavedDashboard } from '../../../src/core/ports/dashboard-library'
import { traceOfKeep } from '../../../src/core/dashboards/reconcile-pin'

const desk: SavedDashboard = {
  id: 'desk',
  name: 'Desk',
  description: '',
  author: 'analyst@example.com',
  created: '',
  createdAt: 1,
  modifiedAt: 2,
}
const changed = { ...desk, modifiedAt: 3 }
const undated = { ...desk, modifiedAt: null }
const other = { ...desk, id: 'other' }
const onDesk = { title: 'Supply', liveboardId: 'desk' }
const onNew = { title: 'Supply', newLiveboardName: 'Desk' }

test.each([
  ['nothing changed', onDesk, [desk], [desk], { kind: 'nothing' }],
  ['it was changed', onDesk, [desk], [changed], { kind: 'changed', dashboard: changed }],
  ['it has gone', onDesk, [desk], [], { kind: 'nothing' }],
  ['nobody says when it was changed', onDesk, [desk], [undated], { kind: 'cannot-tell' }],
  ['nobody said when it had been changed', onDesk, [undated], [changed], { kind: 'cannot-tell' }],
  ['no list', onDesk, [desk], null, { kind: 'cannot-tell' }],
  ['no new one', onNew, [], [{ ...other, name: 'Another' }], { kind: 'nothing' }],
  ['one of the name was there before', onNew, [desk], [desk], { kind: 'nothing' }],
  ['a second one of the name', onNew, [desk], [desk, other], { kind: 'made', dashboard: other }],
] as const)('after an answer of which nobody knows: %s', (_, target, before, after, trace) => {
  expect(traceOfKeep(target, before, after)).toEqual(trace)
})

import { whole } from '../formats'
import type { Source } from '../source'

export const events: Source = {
  id: 'events',
  label: 'Events',
  description: 'One event that explains a jump, past or scheduled.',
  from: 'f_event',
  tables: ['f_event'],
  date: { column: 'date', kind: 'day' },
  grain: 'day',
  reachesAhead: true,
  measures: {
    events: {
      kind: 'additive',
      sql: '1',
      label: 'Events',
      format: whole,
      unit: 'Events in the interval',
      definition: 'Shocks, depegs, renames, listings, rate decisions and large expiries.',
    },
  },
  attributes: {
    kind: { label: 'Event kind', sql: 'kind', concept: 'event kind' },
    title: { label: 'Event', sql: 'title', concept: 'event title' },
    subject: { label: 'Subject', sql: 'subject', concept: 'event subject' },
  },
}

import { whole, percentFine } from '../formats'
import { measure, by, additive, ratioOf, daily, type Source } from '../source'

/** Label of an early close that has no holiday name. */
export const earlyClose = 'Early close'

export const events: Source = {
  id: 'events',
  label: 'Events',
  description: 'One event that explains a jump, past or scheduled.',
  ...daily('f_event'),
  reachesAhead: true,
  measures: {
    events: measure('Events', whole, additive('1'), {
      unit: 'Events in the interval',
      definition: 'Shocks, depegs, renames, listings, rate decisions and large expiries.',
    }),
  },
  attributes: {
    kind: by('Event kind', 'kind', 'event kind'),
    title: by('Event', 'title', 'event title'),
    subject: by('Subject', 'subject', 'event subject'),
  },
}

export const rates: Source = {
  id: 'rates',
  label: 'US rates',
  description: 'One day: the dollar rates that every yield is compared with.',
  ...daily('f_rates'),
  measures: {
    bill: measure('T-bill rate', percentFine, ratioOf('bill_3m_pct', '1'), {
      unit: 'Percent a year, 3-month US Treasury bill, investment yield',
      definition:
        'The rate without credit or protocol risk that a yield has to beat. Over weekends the last business day stands.',
      synonyms: ['t-bill', 'bill rate', 'treasury bill', 'risk-free rate'],
    }),
    policy: measure('Policy rate', percentFine, ratioOf('policy_pct', '1'), {
      unit: 'Percent a year, middle of the federal funds target range',
      definition: 'Set by the Federal Reserve; bills move before it.',
      synonyms: ['fed funds', 'federal funds rate', 'policy rate'],
    }),
  },
  attributes: {},
}

export const calendar: Source = {
  id: 'calendar',
  label: 'Market calendar',
  description:
    'One market and day on which it is closed or closes early, past and to come; weekends left out.',
  ...daily('dim_calendar'),
  from: '(select * from dim_calendar where holiday is not null or is_early_close)',
  reachesAhead: true,
  measures: {
    closures: measure('Market closures', whole, additive('1'), {
      unit: 'Days on which a market is closed or closes early',
      definition: 'US holidays of the New York Stock Exchange and CME. Crypto venues trade on.',
      synonyms: ['holidays'],
    }),
  },
  attributes: {
    market: by('Market', 'market', 'calendar market'),
    holiday: by('Holiday', `coalesce(holiday, '${earlyClose}')`, 'holiday'),
    open: by('Open', "case when is_open then 'closes early' else 'closed' end", 'market open'),
  },
}

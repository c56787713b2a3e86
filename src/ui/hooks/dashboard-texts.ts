import type { DashboardsFailure } from '../../core/dashboards/dashboards'

/** Exact texts of the specification (sections 2.5, 2.6 and 8). */
export const galleryTexts = {
  createFailed: 'Failed to create dashboard. Please try again.',
  deleteFailed: 'Error deleting dashboard. Please try again.',
  deleteQuestion: 'Are you sure you want to delete this dashboard? This action cannot be undone.',
  noneFound: 'No Dashboards Found',
  createFirst: 'Create your first dashboard to get started with data visualization.',
  useSidebar: 'Use the + button in the sidebar to create your first dashboard',
  signedOutTitle: 'Saved Dashboards',
  signedOut: 'Sign in to access your saved dashboards and create custom analytics.',
} as const

/** One more sentence where there is more to say than "try again". */
export function failureDetail(failure: DashboardsFailure): string | null {
  switch (failure.kind) {
    case 'outcome-unknown':
      return failure.found === false
        ? 'No answer came. The list was read again, and nothing has changed.'
        : 'No answer came, and the list could not be read again. Look before you try once more.'
    case 'library-refused':
      return failure.status === 404
        ? 'It is not there any more, or it is not yours.'
        : 'The dashboard service did not allow it.'
    case 'library-unreachable':
      return 'The dashboard service cannot be reached.'
    case 'library-timeout':
      return 'The dashboard service did not answer in time.'
    case 'library-unavailable':
      return failure.status === 429
        ? 'The dashboard service is busy.'
        : 'The dashboard service is out of order at the moment.'
    case 'library-malformed':
      return 'The dashboard service answered with something that cannot be read.'
    case 'library-token':
      return 'Your access to the dashboard service could not be renewed.'
    case 'signed-out':
      return 'You are not signed in any more.'
    case 'name-empty':
    case 'busy':
      return null
  }
}

/** Nothing in it can be seen: spaces, marks of direction, joiners. */
const invisible = /^[\p{White_Space}\p{Control}\p{Format}\p{Unassigned}\p{Private_Use}]*$/u

/** How long a name may be where it is only mentioned: in labels, titles and messages. */
const mentioned = 200

/** A name as it is shown; one that nobody could see or click is called what the list calls one without a name. */
export function shownName(name: string): string {
  return invisible.test(name) ? 'Unnamed' : name
}

/** The same, short enough for a label or a message. */
export function mentionedName(name: string): string {
  const shown = shownName(name)
  if (shown.length <= mentioned) return shown
  // Never half of an emoji.
  return `${shown.slice(0, mentioned).replace(/[\uD800-\uDBFF]$/, '')}…`
}

const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** "18 Nov 2026", in UTC; empty when unknown. */
export function createdDay(at: number | null): string {
  return at === null ? '' : day.format(at)
}

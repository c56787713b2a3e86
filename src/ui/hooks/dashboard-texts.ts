import { localDayAt } from './dates'
import { cut, withoutDirectionMarks } from '../../core/kernel/plain-text'
import type { DashboardsFailure } from '../../core/dashboards/dashboards'

/** Exact texts of the specification (sections 2.5, 2.6 and 8). Those about Rename, Duplicate and library limits are the portal's own. */
export const galleryTexts = {
  createFailed: 'Failed to create dashboard. Please try again.',
  renameFailed: 'This dashboard couldn’t be renamed.',
  copyFailed: 'This dashboard couldn’t be duplicated.',
  /** Description of a new dashboard (specification, section 7); not worth showing above it. */
  newDescription: 'Created from dashboard page',
  deleteFailed: 'Error deleting dashboard. Please try again.',
  deleteQuestion: 'Are you sure you want to delete this dashboard? This action cannot be undone.',
  noneFound: 'No Dashboards Found',
  createFirst: 'Create your first dashboard to get started with data visualization.',
  createFromSidebar: 'Use the + button in the sidebar to create your first dashboard',
  /** If the vendor's library cannot create any. */
  noneListed: 'Dashboards that you make in the analytics service are listed here.',
  onlySome: 'Only some of your dashboards can be listed here, and search doesn’t find the others.',
  copyNameTaken: 'Another dashboard has just taken the name of the copy. Try again.',
  signedOutTitle: 'Saved Dashboards',
  signedOut: 'Sign in to access your saved dashboards and create custom analytics.',
} as const

/**
 * One more sentence about a failure, if there is more to say than "try again". `isNew`: the user has chosen nothing but a name. For an
 * existing dashboard the cause is rather one of its charts.
 */
export function failureDetail(failure: DashboardsFailure, isNew = false): string | null {
  switch (failure.kind) {
    case 'outcome-unknown':
      return failure.found === false
        ? // Not "nothing has changed": the service may still be processing the request.
          'The service didn’t respond, and the list doesn’t show the change yet. Check again before you retry.'
        : 'The service didn’t respond, and we couldn’t see whether it was done. Check before trying again.'
    case 'library-refused':
      if (failure.status === 404) return 'This dashboard was deleted or you don’t have access to it.'
      if (failure.status === 409) return 'You already have a dashboard with this name. Choose another one.'
      return [200, 400, 422].includes(failure.status ?? 0)
        ? `The dashboard service didn’t accept it.${isNew ? ' Try another name.' : ''}`
        : 'You don’t have permission to do this.'
    case 'library-unreachable':
      return 'The dashboard service can’t be reached.'
    case 'library-timeout':
      return 'The dashboard service took too long to respond.'
    case 'library-unavailable':
      return failure.status === 429
        ? 'The dashboard service is busy.'
        : 'Dashboards are unavailable right now.'
    case 'library-not-supported':
      return 'The dashboard service doesn’t offer this.'
    case 'library-malformed':
      return 'The dashboard service sent an unexpected response.'
    case 'library-token':
      return 'Your access to dashboards couldn’t be renewed.'
    case 'changed-since':
      return 'The dashboard was changed again in the meantime.'
    case 'signed-out':
      return 'You’re no longer logged in.'
    case 'name-empty':
    case 'busy':
      return null
  }
}

/** Names without a visible character: spaces, direction marks, joiners. */
const invisible = /^[\p{White_Space}\p{Control}\p{Format}\p{Unassigned}\p{Private_Use}]*$/u

/** Maximum length of a name in labels, titles and messages. */
const maxMentionedLength = 200

/**
 * A name as it is shown: without direction marks, and "Unnamed" if it has no visible character, which no user could see or click. The list
 * calls a dashboard without a name the same.
 */
export function shownName(name: string): string {
  return invisible.test(name) ? 'Unnamed' : withoutDirectionMarks(name)
}

/** The same, short enough for a label or a message. */
export function mentionedName(name: string): string {
  const shown = shownName(name)
  return shown.length <= maxMentionedLength ? shown : `${cut(shown, maxMentionedLength)}…`
}

/** "18 Nov 2026" in the user's time zone; empty if unknown. */
export function createdDay(at: number | null): string {
  return at === null ? '' : localDayAt(at)
}

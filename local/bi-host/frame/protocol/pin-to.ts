import { asText, type Fields } from './read'

/** Under what name something is pinned (empty: its own), and to which dashboard: one that is there, or a new one; the first tab of it, another, or a new one. */
export type PinTo = {
  readonly title: string
  readonly tabId?: string
  readonly newTabName?: string
} & ({ readonly liveboardId: string } | { readonly newLiveboardName: string })

/** The vendor has two names for a dashboard. */
export function pinTo(fields: Fields): PinTo {
  const liveboardId = asText(fields['liveboardId']) ?? asText(fields['pinboardId'])
  const made = asText(fields['newLiveboardName']) ?? asText(fields['newPinboardName'])
  const tabId = asText(fields['tabId'])
  const newTabName = asText(fields['newTabName'])
  return {
    title: asText(fields['newVizName']) ?? '',
    ...(liveboardId === undefined ? { newLiveboardName: made ?? 'New dashboard' } : { liveboardId }),
    ...(tabId === undefined || liveboardId === undefined ? {} : { tabId }),
    ...(newTabName === undefined ? {} : { newTabName }),
  }
}

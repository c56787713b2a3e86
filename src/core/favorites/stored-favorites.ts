import { datasetKeys } from '../catalogue/catalogue'
import { isLiveboardId, isPlainId } from '../embedding/view-checks'
import { keptId, keptLimits, nothingKept, type Kept, type KeptItem } from './favorites'

/** Raised when the text changes in a way that older portals cannot read. */
const version = 1

export function keptText(kept: Kept): string {
  return JSON.stringify({ version, ...kept })
}

/** What a stored text holds. A text that is none of ours counts as nothing kept, a bad entry as absent. */
export function readKept(text: string | null): Kept {
  const fields = record(parsed(text))
  if (fields['version'] !== version) return nothingKept
  return {
    favourites: items(fields['favourites']).slice(-keptLimits.favourites),
    recents: items(fields['recents']).slice(0, keptLimits.recents),
  }
}

/** As long as a label may be; never half of an emoji. */
export function keptName(name: string): string {
  return name.slice(0, keptLimits.name).replace(/[\uD800-\uDBFF]$/, '')
}

function items(given: unknown): readonly KeptItem[] {
  if (!Array.isArray(given)) return []
  const known = new Map<string, KeptItem>()
  for (const entry of given.slice(0, 1_000)) {
    const item = itemOf(record(entry))
    if (item !== null && !known.has(keptId(item))) known.set(keptId(item), item)
  }
  return [...known.values()]
}

function itemOf(fields: Readonly<Record<string, unknown>>): KeptItem | null {
  switch (fields['kind']) {
    case 'dataset': {
      const key = datasetKeys.find((known) => known === fields['key'])
      return key === undefined ? null : { kind: 'dataset', key }
    }
    case 'dashboard': {
      const { id, name } = fields
      return plain(id) && words(name) ? { kind: 'dashboard', id, name } : null
    }
    case 'tile': {
      const { liveboardId, tabId, vizId, title } = fields
      if (typeof liveboardId !== 'string' || !isLiveboardId(liveboardId)) return null
      if (!plain(vizId) || !words(title) || !(tabId === null || plain(tabId))) return null
      return { kind: 'tile', liveboardId, tabId, vizId, title }
    }
    default:
      return null
  }
}

function plain(given: unknown): given is string {
  return typeof given === 'string' && isPlainId(given)
}

function words(given: unknown): given is string {
  return typeof given === 'string' && given !== '' && given.length <= keptLimits.name
}

function record(given: unknown): Readonly<Record<string, unknown>> {
  return typeof given === 'object' && given !== null ? (given as Readonly<Record<string, unknown>>) : {}
}

function parsed(text: string | null): unknown {
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

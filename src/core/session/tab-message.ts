import type { TabMessage } from '../ports/sibling-tabs'

const longestText = 10_000

/**
 * A message from another tab, or null for anything that is none. Another tab may run an older or newer portal, so nothing is taken
 * on trust: unknown kinds, missing members, wrong types and absurd lengths are dropped, and nothing beside the known members is read.
 */
export function readTabMessage(given: unknown): TabMessage | null {
  if (typeof given !== 'object' || given === null) return null
  const fields = given as Readonly<Record<string, unknown>>
  const kind = fields['kind']
  const session = text(fields['session'])
  const value = text(fields['value'])
  switch (kind) {
    case 'session-changed':
      return session === null ? null : { kind, session, ...(fields['ended'] === true && { ended: true }) }
    case 'token-wanted':
    case 'library-changed':
    case 'favorites-changed':
      return session === null ? null : { kind, session }
    case 'token-rejected':
      return value === null ? null : { kind, value }
    case 'token-offered': {
      const serverTime = fields['serverTime'] === null ? null : moment(fields['serverTime'])
      const renewAt = moment(fields['renewAt'])
      const goodUntil = moment(fields['goodUntil'])
      if (session === null || value === null || serverTime === undefined) return null
      if (renewAt === undefined || goodUntil === undefined || renewAt > goodUntil) return null
      const expiresAt = moment(fields['expiresAt'])
      const covers = list(fields['covers'])
      // One that says them wrongly is not one that says nothing of them: it would open everything, for ever.
      if (expiresAt !== fields['expiresAt'] || covers !== fields['covers']) return null
      return {
        kind,
        session,
        value,
        serverTime,
        renewAt,
        goodUntil,
        ...(expiresAt !== undefined && { expiresAt }),
        ...(covers !== undefined && { covers }),
      }
    }
    default:
      return null
  }
}

function text(given: unknown): string | null {
  return typeof given === 'string' && given !== '' && given.length <= longestText ? given : null
}

function list(given: unknown): readonly string[] | undefined {
  const isList = Array.isArray(given) && given.length <= longestText && given.every(text)
  return isList ? (given as readonly string[]) : undefined
}

function moment(given: unknown): number | undefined {
  return typeof given === 'number' && Number.isFinite(given) ? given : undefined
}

import type { TabMessage } from '../ports/sibling-tabs'

const maxLength = 10_000

/**
 * Validates a message from another tab; null when it is invalid. Another tab may run an older or newer portal, so messages with unknown
 * kinds, missing members, wrong types or excessive lengths are dropped, and unknown members are ignored.
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
      // Invalid members must not count as absent: the token would then appear to open everything and never to expire.
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
  return typeof given === 'string' && given !== '' && given.length <= maxLength ? given : null
}

function list(given: unknown): readonly string[] | undefined {
  const isList = Array.isArray(given) && given.length <= maxLength && given.every(text)
  return isList ? (given as readonly string[]) : undefined
}

function moment(given: unknown): number | undefined {
  return typeof given === 'number' && Number.isFinite(given) ? given : undefined
}

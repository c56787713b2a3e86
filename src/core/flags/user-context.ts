import type { FlagUserContext } from '../ports/flag-source'
import type { User } from '../ports/identity-provider'

export interface FlagSurroundings {
  /** The secret preview value was given in this tab. */
  readonly hasBypassAccess: boolean
  readonly userAgent: string
  readonly timestamp: string
}

/** The context travels in an address; what a person or a browser made up is cut to this many characters. */
const longest = 256

/** The order matters: the vendor's cache is keyed by the text of the whole context. */
export function flagUserContext(user: User | undefined, surroundings: FlagSurroundings): FlagUserContext {
  const { hasBypassAccess, timestamp } = surroundings
  const custom = { hasBypassAccess, userAgent: surroundings.userAgent.slice(0, longest), timestamp }
  if (user === undefined) return { kind: 'user', key: 'anonymous', anonymous: true, custom }
  const email = nonEmpty(user.email)
  const name = nonEmpty(user.name)?.slice(0, longest)
  return {
    kind: 'user',
    key: email ?? nonEmpty(user.subject) ?? 'anonymous',
    ...(email === undefined ? {} : { email }),
    ...(name === undefined ? {} : { name }),
    anonymous: false,
    custom,
  }
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === undefined || text === '' ? undefined : text
}

import type { FlagPerson, FlagSource, FlagStatus } from '../../core/ports/flag-source'
import { sha256 } from './sha256'

/**
 * Wraps a source so that it identifies people by a hash: SHA-256 of issuer and subject, without e-mail address and name. Rules on an
 * e-mail address then match no one. Without a hash function every person is anonymous.
 */
export function hashedPeople(source: FlagSource): FlagSource {
  let hashed = Promise.resolve<unknown>(null)
  // Hashing is asynchronous: keeps the requests in the order of the calls.
  const inOrder = (
    person: FlagPerson,
    ask: (hashed: FlagPerson) => Promise<FlagStatus>,
  ): Promise<FlagStatus> => {
    const next = hashed.then(() => withoutName(person))
    hashed = next
    return next.then(ask)
  }
  return {
    ...source,
    start: (person) => inOrder(person, (who) => source.start(who)),
    identify: (person) => inOrder(person, (who) => source.identify(who)),
  }
}

async function withoutName(person: FlagPerson): Promise<FlagPerson> {
  const { kind, anonymous, custom } = person.context
  if (anonymous) return person
  const key = await sha256(person.session)
  return { ...person, context: { kind, key: key ?? 'anonymous', anonymous: key === null, custom } }
}

import type { FlagPerson, FlagSource, FlagStatus } from '../../core/ports/flag-source'
import { sha256 } from './sha256'

/**
 * The same source, to which people are a hash: SHA-256 of issuer and subject, and neither e-mail address nor name. Rules that ask for
 * an e-mail address then hold for nobody. Where there is nothing to hash with, everybody is nobody.
 */
export function hashedPeople(source: FlagSource): FlagSource {
  let hashed = Promise.resolve<unknown>(null)
  // Whoever is asked for last is hashed last.
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

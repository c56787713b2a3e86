import { describe, expect, test } from 'vitest'

/**
 * A guarantee of a port that can be run against any adapter. `world` is what a check needs: the adapter and its controls. `claims` are the
 * declared differences of this adapter; a law that depends on one checks either case, so that a difference is stated and tested, never
 * skipped.
 */
export interface Law<World, Claims> {
  readonly name: string
  readonly check: (world: World, claims: Claims) => Promise<void> | void
  /** Whether the candidate offers what the law is about; if not, the law checks that. Absent: all do. */
  readonly offered?: (claims: Claims) => boolean
}

export interface Suite<World, Claims = undefined> {
  /** The port. */
  readonly name: string
  readonly laws: readonly Law<World, Claims>[]
}

/** An adapter, or a deliberately broken one. Every law gets a new world. */
export interface Candidate<World, Claims = undefined> {
  readonly name: string
  readonly claims: Claims
  readonly make: () => World | Promise<World>
  readonly dispose?: (world: World) => Promise<void> | void
}

/** Laws by name, in the order of their definition; names are unique. */
export function defineSuite<World, Claims = undefined>(
  name: string,
  laws: Readonly<Record<string, Law<World, Claims>['check'] | Omit<Law<World, Claims>, 'name'>>>,
): Suite<World, Claims> {
  return {
    name,
    laws: Object.entries(laws).map(([law, given]) =>
      typeof given === 'function' ? { name: law, check: given } : { name: law, ...given },
    ),
  }
}

/** Registers one test for each law. */
export function conforms<World, Claims>(
  suite: Suite<World, Claims>,
  candidate: Candidate<World, Claims>,
): void {
  describe(`${suite.name}: ${candidate.name}`, () => {
    for (const law of suite.laws) test(law.name, () => runLaw(law, candidate), 4 * busyLawTimeoutMs)
  })
}

/** Registers one test for each broken adapter: it has to break exactly the law named for it. A law that never settles counts as broken. */
export function rejects<World, Claims>(
  suite: Suite<World, Claims>,
  broken: readonly (Candidate<World, Claims> & { readonly breaks: string })[],
): void {
  // A broken law mostly waits until its timeout, so the candidates run in parallel.
  describe.concurrent(`${suite.name}: broken adapters are rejected`, () => {
    test('at least three are tested', () => expect(broken.length).toBeGreaterThanOrEqual(3))
    for (const candidate of broken) {
      const rejectsCandidate = async (): Promise<void> => {
        expect(await brokenLaws(suite, candidate, candidate.breaks)).toEqual([candidate.breaks])
      }
      test(candidate.name, rejectsCandidate, 4 * busyLawTimeoutMs)
    }
  })
}

/**
 * The laws that an adapter breaks, of which `expected` should be the only one. All run in parallel, each in its own world. On a busy
 * machine or disk a law that holds may time out beside the others. So if more than that one seem broken, those run once more, one by one
 * with a longer timeout, until another broken one is found.
 */
export async function brokenLaws<World, Claims>(
  suite: Suite<World, Claims>,
  candidate: Candidate<World, Claims>,
  expected: string,
): Promise<readonly string[]> {
  const runs = suite.laws.map((law) => ({ law, holds: holdsFor(law, candidate) }))
  const brokenWithin = async (timeoutMs: number) => {
    const verdicts = runs.map(async ({ law, holds }) =>
      (await Promise.race([holds, falseAfter(timeoutMs)])) ? [] : [law],
    )
    return (await Promise.all(verdicts)).flat()
  }
  const isAsExpected = (laws: readonly Law<World, Claims>[]): boolean =>
    laws.length === 1 && laws[0]?.name === expected
  if (isAsExpected(await brokenWithin(lawTimeoutMs))) return [expected]
  const suspects = await brokenWithin(busyLawTimeoutMs)
  if (isAsExpected(suspects)) return [expected]
  const broken: string[] = []
  for (const law of suspects) {
    if (await Promise.race([holdsFor(law, candidate), falseAfter(busyLawTimeoutMs)])) continue
    broken.push(law.name)
    if (law.name !== expected) break
  }
  return broken
}

const holdsFor = <World, Claims>(
  law: Law<World, Claims>,
  candidate: Candidate<World, Claims>,
): Promise<boolean> =>
  runLaw(law, candidate).then(
    () => true,
    () => false,
  )

async function runLaw<World, Claims>(
  law: Law<World, Claims>,
  candidate: Candidate<World, Claims>,
): Promise<void> {
  const world = await candidate.make()
  try {
    await law.check(world, candidate.claims)
  } finally {
    await candidate.dispose?.(world)
  }
}

/** On an idle machine, only laws that a broken adapter never settles take this long. */
const lawTimeoutMs = 2_500
const busyLawTimeoutMs = 30_000

function falseAfter(milliseconds: number): Promise<false> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), milliseconds).unref()
  })
}

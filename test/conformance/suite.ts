import { describe, expect, test } from 'vitest'

/**
 * A promise of a port, as something that can be run against any adapter. `world` is what a test needs to make the promise
 * checkable: the adapter and the levers around it. `claims` say what this adapter does otherwise than its siblings; a law that
 * depends on one checks either way of it, so that a difference is stated and tested, never skipped.
 */
export interface Law<World, Claims> {
  readonly name: string
  readonly check: (world: World, claims: Claims) => Promise<void> | void
  /** Whether the candidate offers what the law is about; where it does not, that is what is checked. Absent: all do. */
  readonly offered?: (claims: Claims) => boolean
}

export interface Suite<World, Claims = undefined> {
  /** The port. */
  readonly name: string
  readonly laws: readonly Law<World, Claims>[]
}

/** An adapter, or a deliberately broken one. Every law gets a world of its own. */
export interface Candidate<World, Claims = undefined> {
  readonly name: string
  readonly claims: Claims
  readonly make: () => World | Promise<World>
  readonly dispose?: (world: World) => Promise<void> | void
}

/** Laws by name, in the order they are written; a name cannot stand twice. */
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
    for (const law of suite.laws) test(law.name, () => obey(law, candidate), 4 * longestOnBusyMachine)
  })
}

/**
 * Registers one test for each broken adapter: that it breaks exactly the law named for it and no other. A law that never lets go
 * counts as broken.
 */
export function rejects<World, Claims>(
  suite: Suite<World, Claims>,
  broken: readonly (Candidate<World, Claims> & { readonly breaks: string })[],
): void {
  // A law that is broken is mostly one that waits in vain: the candidates wait side by side.
  describe.concurrent(`${suite.name}: broken adapters are caught`, () => {
    test('at least three are tried', () => expect(broken.length).toBeGreaterThanOrEqual(3))
    for (const candidate of broken) {
      const tried = async (): Promise<void> => {
        expect(await brokenLaws(suite, candidate, candidate.breaks)).toEqual([candidate.breaks])
      }
      test(candidate.name, tried, 4 * longestOnBusyMachine)
    }
  })
}

/**
 * The laws an adapter breaks, of which `expected` should be the only one. All are tried at the same time, each in its own world; on a
 * busy machine or disk a law that holds may take too long beside the others. So where more than that one seem broken, those are tried
 * once more, with patience and one by one, until another is found that is.
 */
export async function brokenLaws<World, Claims>(
  suite: Suite<World, Claims>,
  candidate: Candidate<World, Claims>,
  expected: string,
): Promise<readonly string[]> {
  const tried = suite.laws.map((law) => ({ law, holds: isObeyed(law, candidate) }))
  const within = async (longest: number) => {
    const doubtful = tried.map(async ({ law, holds }) =>
      (await Promise.race([holds, hangGuard(longest)])) ? [] : [law],
    )
    return (await Promise.all(doubtful)).flat()
  }
  const isAsExpected = (laws: readonly Law<World, Claims>[]): boolean =>
    laws.length === 1 && laws[0]?.name === expected
  if (isAsExpected(await within(longestLaw))) return [expected]
  const doubtful = await within(longestOnBusyMachine)
  if (isAsExpected(doubtful)) return [expected]
  const broken: string[] = []
  for (const law of doubtful) {
    if (await Promise.race([isObeyed(law, candidate), hangGuard(longestOnBusyMachine)])) continue
    broken.push(law.name)
    if (law.name !== expected) break
  }
  return broken
}

const isObeyed = <World, Claims>(
  law: Law<World, Claims>,
  candidate: Candidate<World, Claims>,
): Promise<boolean> =>
  obey(law, candidate).then(
    () => true,
    () => false,
  )

async function obey<World, Claims>(
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

/** Only laws that a broken adapter never lets go of take so long, on a machine with time for them. */
const longestLaw = 2_500
const longestOnBusyMachine = 30_000

function hangGuard(longest: number): Promise<false> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), longest).unref()
  })
}

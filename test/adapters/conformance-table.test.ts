import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { dashboardLibrarySuite, libraryClaims } from '../conformance/dashboard-library.suite'
import { dashboardSurfaceSuite } from '../conformance/dashboard-surface.suite'
import type { Suite } from '../conformance/suite'
import { supersetClaims } from './dashboard-surface/superset-stage'
import { memoryCandidate, thoughtSpotClaims } from './dashboard-surface/surface-stage'

const written = (value: unknown): string =>
  Array.isArray(value) ? value.join(', ') : value === true ? 'yes' : value === false ? 'no' : String(value)

/** What each adapter claims, and the result for each law of the port. Null: a vendor without an adapter for the port. */
function rows<World, Claims extends object>(
  { name, laws }: Suite<World, Claims>,
  ...vendors: readonly (Claims | null)[]
): readonly string[] {
  const none = 'no library'
  const row = (first: string, cells: readonly string[]): string => `| ${[first, ...cells].join(' | ')} |`
  return [
    row(
      `**${name}** claims`,
      vendors.map(() => ''),
    ),
    ...Object.keys(vendors.find((claims) => claims !== null) ?? {}).map((claim) =>
      row(
        claim,
        vendors.map((claims) =>
          claims === null ? none : written((claims as Readonly<Record<string, unknown>>)[claim]),
        ),
      ),
    ),
    row(
      `**${name}** laws`,
      vendors.map(() => ''),
    ),
    ...laws.map(({ name: law, offered = () => true }) =>
      row(
        law,
        vendors.map((claims) =>
          claims === null ? none : offered(claims) ? 'holds' : 'not offered (checked)',
        ),
      ),
    ),
  ]
}

test('the table in docs/conformance.md matches the suites and the claims', async () => {
  const guide = await readFile(new URL('../../docs/conformance.md', import.meta.url), 'utf8')
  const inGuide = guide
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) => line.replaceAll(/ +/g, ' '))
  const made = [
    ...rows(dashboardSurfaceSuite, thoughtSpotClaims, supersetClaims, memoryCandidate.claims),
    ...rows(dashboardLibrarySuite, libraryClaims.thoughtspot, libraryClaims.superset, libraryClaims.memory),
  ]
  expect(inGuide).toEqual(made.map((line) => line.replaceAll(/ +/g, ' ')))
})

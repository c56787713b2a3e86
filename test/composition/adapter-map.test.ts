import { existsSync, readFileSync } from 'node:fs'
import type { Offer } from '../../src/core/ports'
import type { LibraryCapabilities } from '../../src/core/ports/dashboard-library'
import type { SurfaceCapabilities } from '../../src/core/ports/dashboard-surface'
import { libraryClaims } from '../conformance/dashboard-library.suite'
import { describe, expect, it } from 'vitest'
import { supersetCapabilities } from '../../src/adapters/dashboard-surface/superset/capabilities'
import { thoughtSpotCapabilities } from '../../src/adapters/dashboard-surface/thoughtspot/capabilities'
import { adapterMap, type AdapterLine, type Vendor } from '../../src/composition/adapter-map'
import { readConfiguration } from '../../src/composition/configuration'
import { describe as describeProblem } from '../../src/composition/configuration-problems'
import { localValues } from '../../src/composition/local-values'
import { variables } from '../../src/composition/configuration-table'
import { filesBelow, packageOf, readImports, resolveImport } from '../architecture/imports'

interface Choice {
  readonly variable: string
  readonly vendors: Readonly<Record<string, AdapterLine>>
}

const example = readFileSync('.env.example', 'utf8')
const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>
}
const imports = readImports('src/adapters')

/** Every false entry and every omission in a map of adapters, one sentence each. */
function missing(map: Readonly<Record<string, Choice>>): readonly string[] {
  const choices = Object.values(map)
  const named = choices.flatMap(({ vendors }) => Object.values(vendors).flatMap(({ folders }) => folders))
  const present = new Set(
    filesBelow('src/adapters', /\.tsx?$/).flatMap(
      (file) => /^src\/adapters\/([a-z-]+\/[a-z0-9]+)\//.exec(file)?.[1] ?? [],
    ),
  )
  return [
    ...choices.flatMap(missingOfChoice),
    ...choices.flatMap(({ vendors }) =>
      Object.entries(vendors).flatMap(([vendor, line]) =>
        missingOfLine(vendor, line).map((what) => `${vendor}: ${what}`),
      ),
    ),
    ...[...present]
      .filter(
        (folder) => !folder.startsWith('_shared/') && !folder.endsWith('/memory') && !named.includes(folder),
      )
      .map((folder) => `src/adapters/${folder} is on no line of the map`),
  ]
}

function missingOfChoice({ variable, vendors }: Choice): readonly string[] {
  const names = Object.keys(vendors)
  const row = variables.find(({ name }) => name === variable)
  if (row === undefined) return [`${variable} is not in configuration-table.ts`]
  const documented = /One of: ([^.]*)\./.exec(lineBefore(variable))?.[1]?.split(', ') ?? []
  const compared = (list: readonly string[], where: string): readonly string[] => [
    ...names.filter((name) => !list.includes(name)).map((name) => `${where} lacks "${name}"`),
    ...list.filter((name) => !names.includes(name)).map((name) => `${where} has "${name}", the map has not`),
  ]
  return [
    ...compared(row.choices ?? [], `configuration-table.ts: ${variable}`),
    ...compared(documented, `.env.example: ${variable}`),
    ...(row.fallback === names[0]
      ? []
      : [
          `configuration-table.ts: ${variable} falls back to "${row.fallback}", the first line is "${names[0]}"`,
        ]),
  ]
}

function lineBefore(variable: string): string {
  const lines = example.split('\n')
  return lines[lines.findIndex((line) => line.startsWith(`${variable}=`)) - 1] ?? ''
}

function missingOfLine(vendor: string, line: AdapterLine): readonly string[] {
  const kindOf = (variable: string): string | undefined =>
    variables.find(({ name }) => name === variable)?.kind
  const origins = [...line.connect, ...line.frame]
  const own = [...line.folders, `_shared/${vendor}`].map((folder) => `src/adapters/${folder}/`)
  const files = [...imports].filter(([file]) => own.some((folder) => file.startsWith(folder)))
  const imported = files.flatMap(([, all]) => all.map(({ specifier }) => packageOf(specifier)))
  return [
    ...[`src/composition/wiring/${vendor}.ts`, ...line.preload.map((path) => `src/adapters/${path}`)]
      .filter((file) => !existsSync(file))
      .map((file) => `${file} is not there`),
    ...line.folders
      .filter((folder) => !files.some(([file]) => isAdapter(file, folder)))
      .map((folder) => `src/adapters/${folder} has no file that ends in -${folder.split('/')[0]}.ts`),
    ...line.reads
      .filter((name) => kindOf(name) === undefined)
      .map((name) => `${name} is not in configuration-table.ts`),
    ...line.needs
      .filter((name) => !line.reads.includes(name))
      .map((name) => `it does not read ${name}, and needs it`),
    ...line.needs
      .filter((name) => variables.find((row) => row.name === name)?.fallback !== undefined)
      .map((name) => `${name} is not every installation’s own, and it needs it`),
    ...origins.filter((name) => !line.reads.includes(name)).map((name) => `it does not read ${name}`),
    ...origins
      .filter((name) => !['origin', 'origins', 'issuer', undefined].includes(kindOf(name)))
      .map((name) => `${name} is no origin`),
    ...line.packages
      .filter((name) => !(name in dependencies))
      .map((name) => `${name} is not in package.json`),
    ...line.packages.filter((name) => !imported.includes(name)).map((name) => `no file imports ${name}`),
    ...files.flatMap(([file, all]) =>
      all
        .flatMap(({ specifier }) => resolveImport(file, specifier) ?? [])
        .filter((target) => isOtherVendors(target, own))
        .map((target) => `${file} imports ${target}, which is another vendor's`),
    ),
  ]
}

const isAdapter = (file: string, folder: string): boolean =>
  file.startsWith(`src/adapters/${folder}/`) && file.endsWith(`-${folder.split('/')[0]}.ts`)

const isOtherVendors = (target: string, own: readonly string[]): boolean =>
  /^src\/adapters\/[\w-]+\/\w+\//.test(target) &&
  !target.startsWith('src/adapters/_shared/http/') &&
  !own.some((folder) => target.startsWith(folder))

describe('the map of adapters', () => {
  it('matches the code everywhere', () => {
    expect(missing(adapterMap)).toEqual([])
  })

  it('selects a vendor by a variable that rejects unknown names', () => {
    for (const { variable, vendors } of Object.values(adapterMap)) {
      const read = readConfiguration({ [variable]: 'novendor' }, localValues)
      const names = Object.keys(vendors).join(', ')
      const problem = `"novendor" is none of ${names}`
      expect(read.ok ? [] : read.failure.map(describeProblem)).toContainEqual({ variable, problem })
    }
  })

  it('has the capabilities that each surface and each library declares', () => {
    const offersOf = (
      { views, charts, pin, dates }: SurfaceCapabilities,
      { copy, create }: LibraryCapabilities,
    ): readonly Offer[] => [
      ...views,
      ...(charts ? (['charts'] as const) : []),
      ...(pin ? (['pin'] as const) : []),
      ...(dates ? (['dates'] as const) : []),
      ...(create ? (['create-dashboard'] as const) : []),
      ...(copy ? (['copy-dashboard'] as const) : []),
    ]
    const declared: Readonly<Record<Vendor<'bi'>, readonly Offer[]>> = {
      thoughtspot: offersOf(thoughtSpotCapabilities, libraryClaims.thoughtspot),
      superset: offersOf(supersetCapabilities, libraryClaims.superset),
    }
    const offered = Object.entries<AdapterLine>(adapterMap.bi.vendors).map(([vendor, { offers }]) => [
      vendor,
      offers,
    ])
    expect(Object.fromEntries(offered)).toEqual(declared)
  })

  it('allows a probe of each BI host whose frames may be silent', () => {
    for (const { connect, frame } of Object.values<AdapterLine>(adapterMap.bi.vendors))
      expect(connect).toEqual(expect.arrayContaining([...frame]))
  })

  it('is the only place that names a BI vendor, besides its wiring', () => {
    const files = readImports('src')
    const importers = (isTarget: (path: string) => boolean): readonly string[] =>
      [...files].flatMap(([file, imports]) =>
        imports.some(({ specifier }) => isTarget(resolveImport(file, specifier) ?? '')) ? [file] : [],
      )
    for (const [vendor, { folders }] of Object.entries<AdapterLine>(adapterMap.bi.vendors)) {
      const own = folders.map((folder) => `src/adapters/${folder}/`)
      const shared = [...own, `src/adapters/_shared/${vendor}/`]
      const outside = importers((path) => own.some((folder) => path.startsWith(folder))).filter(
        (file) => !shared.some((folder) => file.startsWith(folder)),
      )
      expect(outside).toEqual([`src/composition/wiring/${vendor}.ts`])
      expect(importers((path) => path === `src/composition/wiring/${vendor}`)).toEqual([
        'src/composition/adapter-map.ts',
      ])
    }
  })

  it('loads the wiring of each vendor', async () => {
    for (const { vendors } of Object.values(adapterMap))
      for (const line of Object.values<AdapterLine>(vendors)) expect(await line.load()).toHaveProperty('wire')
  })
})

describe('a vendor that is only a line in the map', () => {
  const novendor: AdapterLine = {
    folders: ['dashboard-surface/novendor', 'dashboard-library/novendor'],
    reads: ['ASSAY_BI_HOST', 'ASSAY_NOVENDOR_GATEWAY', 'ASSAY_PRODUCT_NAME'],
    needs: ['ASSAY_BI_HOST', 'ASSAY_TOKEN_HOST', 'ASSAY_PRODUCT_NAME'],
    connect: ['ASSAY_BI_HOST', 'ASSAY_NOVENDOR_GATEWAY'],
    frame: ['ASSAY_BI_HOST_STAGING', 'ASSAY_PRODUCT_NAME'],
    packages: ['@novendor/embedding-sdk-react', 'valibot'],
    preload: ['dashboard-surface/novendor/novendor-sdk.ts'],
    load: () => Promise.resolve({ wire: undefined }),
  }
  const { bi } = adapterMap
  // What the map itself lacks is reported above, once.
  const lacking = missing(adapterMap)
  const added = (map: Readonly<Record<string, Choice>>): readonly string[] =>
    missing(map).filter((what) => !lacking.includes(what))

  it('reports what it lacks', () => {
    const map = { ...adapterMap, bi: { ...bi, vendors: { ...bi.vendors, novendor } } }
    expect(added(map)).toEqual([
      'configuration-table.ts: ASSAY_BI lacks "novendor"',
      '.env.example: ASSAY_BI lacks "novendor"',
      'novendor: src/composition/wiring/novendor.ts is not there',
      'novendor: src/adapters/dashboard-surface/novendor/novendor-sdk.ts is not there',
      'novendor: src/adapters/dashboard-surface/novendor has no file that ends in -dashboard-surface.ts',
      'novendor: src/adapters/dashboard-library/novendor has no file that ends in -dashboard-library.ts',
      'novendor: ASSAY_NOVENDOR_GATEWAY is not in configuration-table.ts',
      'novendor: it does not read ASSAY_TOKEN_HOST, and needs it',
      'novendor: ASSAY_PRODUCT_NAME is not every installation’s own, and it needs it',
      'novendor: it does not read ASSAY_BI_HOST_STAGING',
      'novendor: ASSAY_PRODUCT_NAME is no origin',
      'novendor: @novendor/embedding-sdk-react is not in package.json',
      'novendor: no file imports @novendor/embedding-sdk-react',
      'novendor: no file imports valibot',
    ])
  })

  it('is also reported when only its folders exist', () => {
    const { auth0: _, ...vendors } = adapterMap.identity.vendors
    const map = { ...adapterMap, identity: { ...adapterMap.identity, vendors } }
    expect(added(map)).toEqual([
      'configuration-table.ts: ASSAY_IDENTITY has "auth0", the map has not',
      '.env.example: ASSAY_IDENTITY has "auth0", the map has not',
      'configuration-table.ts: ASSAY_IDENTITY falls back to "auth0", the first line is "oidc"',
      'src/adapters/identity-provider/auth0 is on no line of the map',
    ])
  })
})

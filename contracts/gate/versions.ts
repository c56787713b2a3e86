import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { consumerName, readPact, type Pact } from '../interactions/pact-file'
import type { Verification, VerifiedInteraction } from '../verification/verify'
import { hashOf, pactHashOf } from './history'

/** A build number, a commit or a tag. */
export const versionShape = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,80}$/

/** A version of the portal, or of a provider, which has the name of its contract. */
export interface Build {
  readonly name: string
  readonly version: string
}

const portalSchema = v.object({
  branch: v.nullable(v.string()),
  /** ISO 8601 time of its first pact. */
  publishedAt: v.optional(v.string(), ''),
  pacts: v.record(
    v.string(),
    v.array(
      v.object({
        description: v.string(),
        hash: v.string(),
        obligation: v.picklist(['must', 'may-not-run']),
        pending: v.boolean(),
      }),
    ),
  ),
})

const rowsSchema = v.array(v.string())
const underNoHash = (rows: string[]): Record<string, string[]> => ({ '': rows })

const providerSchema = v.object({
  branch: v.nullable(v.string()),
  /** Versions of the portal it was verified against. */
  against: v.array(v.string()),
  /** The last outcome by an interaction's hash: an interaction that has not changed needs no new run. */
  outcomes: v.record(v.string(), v.picklist(['verified', 'failed', 'pending', 'not-run'])),
  /** What a browser could not read, by the hash of the pact. Older files have one list for all pacts, which is read under no hash. */
  browser: v.union([v.record(v.string(), rowsSchema), v.pipe(rowsSchema, v.transform(underNoHash))]),
  /** Results of other verifiers, which have no interactions: whether a pact passed, by its hash. */
  verdicts: v.optional(v.record(v.string(), v.boolean()), {}),
})

/** Versions that run in one environment, by name. */
const environmentSchema = v.record(v.string(), v.string())

const fileOf = (folder: string, { name, version }: Build): string =>
  join(folder, 'versions', `${name}@${version}.json`)
const contentFile = (folder: string, provider: string, version: string): string =>
  join(folder, 'pacts', `${provider}@${version}.json`)
const environmentFile = (folder: string, environment: string): string =>
  join(folder, 'environments', `${environment}.json`)

function read<Schema extends v.GenericSchema>(schema: Schema, file: string): v.InferOutput<Schema> | null {
  return existsSync(file) ? v.parse(schema, JSON.parse(readFileSync(file, 'utf8'))) : null
}

function write(file: string, value: unknown): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
}

/** Records the pacts of a version of the portal, with the providers that its deployment uses. */
export function publishPortal(
  folder: string,
  pacts: readonly Pact[],
  { version, branch = null }: { readonly version: string; readonly branch?: string | null },
): void {
  rmSync(fileOf(folder, { name: consumerName, version }), { force: true })
  for (const pact of pacts) publishPact(folder, pact, { version, branch })
}

/** Adds one pact to a version of the portal. */
export function publishPact(
  folder: string,
  pact: Pact,
  { version, branch }: { readonly version: string; readonly branch: string | null },
): void {
  const file = fileOf(folder, { name: consumerName, version })
  const known = read(portalSchema, file)
  const { provider, interactions } = pact
  const asked = interactions.map((one) => ({
    description: one.description,
    hash: hashOf(one),
    obligation: one.comments.obligation,
    pending: one.pending,
  }))
  write(contentFile(folder, provider.name, version), pact)
  write(file, {
    branch: branch ?? known?.branch ?? null,
    publishedAt: known?.publishedAt || new Date().toISOString(),
    pacts: { ...known?.pacts, [provider.name]: asked },
  })
}

/** The pact with a provider that this version of the portal has published; null if there is none. */
export function publishedPact(folder: string, provider: string, version: string): Pact | null {
  const file = contentFile(folder, provider, version)
  return existsSync(file) ? readPact(file) : null
}

/** Whether this version is known: published, verified or deployed. */
export const hasVersion = (folder: string, build: Build): boolean => existsSync(fileOf(folder, build))

/** Adds a version of a provider, or its branch. */
export function saveProvider(folder: string, build: Build, branch: string | null): void {
  const known = providerOf(folder, build)
  write(fileOf(folder, build), { ...known, branch: branch ?? known.branch })
}

/** The record of a provider's version; an empty one if it is unknown. */
function providerOf(folder: string, build: Build): v.InferOutput<typeof providerSchema> {
  const nothing = { branch: null, against: [], outcomes: {}, browser: {}, verdicts: {} }
  return read(providerSchema, fileOf(folder, build)) ?? nothing
}

/** What a browser could not read of this pact's responses. For a pact without browser checks, the rows of all pacts. */
const browserRows = (
  { browser }: Pick<v.InferOutput<typeof providerSchema>, 'browser'>,
  pactHash: string,
): readonly string[] => browser[pactHash] ?? [...new Set(Object.values(browser).flat())]

/** Records a result for a pact as a whole, without browser checks. If it passes, no interaction has failed. If it fails, it is unknown which. */
export function recordVerdict(folder: string, pact: Pact, build: Build, passed: boolean): void {
  const known = providerOf(folder, build)
  const hashes = pact.interactions.map(hashOf)
  const well = passed ? hashes.map((hash) => [hash, 'verified'] as const) : []
  write(fileOf(folder, build), {
    ...known,
    outcomes: { ...known.outcomes, ...Object.fromEntries(well) },
    verdicts: { ...known.verdicts, [pactHashOf(hashes)]: passed },
  })
}

/** A published version of the portal. */
export interface PortalVersion {
  readonly version: string
  readonly branch: string | null
  /** ISO 8601. */
  readonly publishedAt: string
  readonly providers: readonly string[]
}

/** Every version of the portal that was published, oldest first. */
export function portalVersions(folder: string): readonly PortalVersion[] {
  return versionsOf(folder, consumerName)
    .flatMap((version) => {
      const known = read(portalSchema, fileOf(folder, { name: consumerName, version }))
      if (known === null) return []
      const { branch, publishedAt, pacts } = known
      return [{ version, branch, publishedAt, providers: Object.keys(pacts) }]
    })
    .toSorted((a, b) => (a.publishedAt < b.publishedAt ? -1 : 1))
}

/** All known versions of a program. */
function versionsOf(folder: string, name: string): readonly string[] {
  const versions = join(folder, 'versions')
  const files = existsSync(versions) ? readdirSync(versions) : []
  return files
    .filter((file) => file.startsWith(`${name}@`))
    .map((file) => file.slice(name.length + 1, -'.json'.length))
}

/** Whether any version of the provider's branch (any branch, for null) has passed this pact: until then it is pending for that branch. */
export function hasPassed(folder: string, pact: Pact, branch: string | null): boolean {
  const name = pact.provider.name
  const pactHash = pactHashOf(pact.interactions.map(hashOf))
  return versionsOf(folder, name).some((version) => {
    const known = providerOf(folder, { name, version })
    if (branch !== null && known.branch !== branch) return false
    if (known.verdicts[pactHash] === false || browserRows(known, pactHash).length > 0) return false
    return pact.interactions.every(
      (one) => one.pending || isMet(known.outcomes[hashOf(one)], one.comments.obligation),
    )
  })
}

/** Adds a verification to the record of a provider's version. */
export function recordVersion(
  folder: string,
  { interactions }: Pact,
  verification: Pick<Verification, 'provider' | 'interactions' | 'browser'>,
  about: { readonly version: string; readonly branch?: string; readonly consumerVersion?: string },
): void {
  const build = { name: verification.provider, version: about.version }
  const known = providerOf(folder, build)
  const outcomes = verification.interactions.flatMap(({ description, outcome }) => {
    const agreed = interactions.find((one) => one.description === description)
    return agreed === undefined ? [] : [[hashOf(agreed), outcome] as const]
  })
  const pactHash = pactHashOf(interactions.map(hashOf))
  const { [pactHash]: _, ...verdicts } = known.verdicts
  const { consumerVersion } = about
  write(fileOf(folder, build), {
    branch: about.branch ?? known.branch,
    against: [...new Set([...known.against, ...(consumerVersion ? [consumerVersion] : [])])],
    outcomes: { ...known.outcomes, ...Object.fromEntries(outcomes) },
    verdicts,
    browser: {
      ...known.browser,
      [pactHash]: verification.browser
        .filter(({ outcome }) => outcome === 'failed')
        .map(({ description, reasons }) => `${description} (${reasons.join('; ')})`),
    },
  })
}

/** Records that this version runs there now, replacing another version of the same program. */
export function recordDeployment(folder: string, { name, version }: Build, environment: string): void {
  const file = environmentFile(folder, environment)
  write(file, { ...read(environmentSchema, file), [name]: version })
}

/** Creates an empty environment. An existing one stays as it is. */
export function createEnvironment(folder: string, environment: string): void {
  write(environmentFile(folder, environment), deployedIn(folder, environment) ?? {})
}

export function recordUndeployment(folder: string, name: string, environment: string): void {
  const { [name]: _, ...others } = deployedIn(folder, environment) ?? {}
  write(environmentFile(folder, environment), others)
}

/** Versions that run in an environment, by name; null if there is no such environment. */
export const deployedIn = (
  folder: string,
  environment: string,
): v.InferOutput<typeof environmentSchema> | null =>
  read(environmentSchema, environmentFile(folder, environment))

export function environmentsOf(folder: string): readonly string[] {
  const environments = join(folder, 'environments')
  const names = existsSync(environments) ? readdirSync(environments) : []
  return names.map((name) => name.replace(/\.json$/, '')).toSorted()
}

/**
 * Reasons, as sentences, why this build must not be deployed to that environment; empty if it may. The environment must exist. The
 * portal needs every provider that it was published with, at a version that meets its pact. A provider must meet the portal that runs
 * there, if any.
 */
export function deploymentObjections(folder: string, build: Build, environment: string): readonly string[] {
  const there = deployedIn(folder, environment)
  if (there === null) return [`${environment}: nothing is recorded there; ${recorded(folder)}`]
  const portalVersion = build.name === consumerName ? build.version : there[consumerName]
  if (portalVersion === undefined) return []
  const portal = read(portalSchema, fileOf(folder, { name: consumerName, version: portalVersion }))
  if (portal === null) return [`${consumerName} ${portalVersion}: what it asks was never published`]
  if (build.name !== consumerName) return unmet(folder, portal, build)
  return Object.keys(portal.pacts).flatMap((name) => {
    const version = there[name]
    return version === undefined
      ? [`${name}: no version runs in ${environment}`]
      : unmet(folder, portal, { name, version })
  })
}

function recorded(folder: string): string {
  const names = environmentsOf(folder)
  return names.length === 0 ? 'no environment has a record' : `there are records of ${names.join(', ')}`
}

function unmet(
  folder: string,
  { pacts }: v.InferOutput<typeof portalSchema>,
  build: Build,
): readonly string[] {
  const asked = pacts[build.name]
  if (asked === undefined) return []
  const known = read(providerSchema, fileOf(folder, build))
  const who = `${build.name} ${build.version}`
  const pactHash = pactHashOf(asked.map(({ hash }) => hash))
  const verdict = known?.verdicts[pactHash]
  if (known === null || (Object.keys(known.outcomes).length === 0 && verdict === undefined))
    return asked.length === 0 ? [] : [`${who}: was never verified`]
  if (verdict === false) return [`${who}: its last verification failed`]
  const failing = asked.flatMap(({ description, hash, obligation, pending }) => {
    const outcome = known.outcomes[hash]
    const well = isMet(outcome, obligation)
    return well || pending ? [] : [`${who}: "${description}" ${words[outcome ?? 'never']}`]
  })
  return [...failing, ...browserRows(known, pactHash).map((row) => `${who}: ${row}`)]
}

const isMet = (outcome: VerifiedInteraction['outcome'] | undefined, obligation: string): boolean =>
  outcome === 'verified' || (outcome === 'not-run' && obligation === 'may-not-run')

const words = {
  verified: 'was verified',
  failed: 'failed',
  pending: 'failed, and is no longer pending',
  'not-run': 'was not run',
  never: 'was never verified as it is',
} as const

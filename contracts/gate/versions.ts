import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { consumerName, type Pact } from '../interactions/pact-file'
import type { Verification } from '../verification/verify'
import { hashOf } from './history'

/** A build number, a commit or a tag. */
export const versionShape = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,80}$/

/** A program at a version: the portal, or a provider by the name of its contract. */
export interface Build {
  readonly name: string
  readonly version: string
}

const portalSchema = v.object({
  branch: v.nullable(v.string()),
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

const providerSchema = v.object({
  branch: v.nullable(v.string()),
  /** Versions of the portal it was verified against. */
  against: v.array(v.string()),
  /** The last outcome by an interaction's hash: an interaction that has not changed needs no new run. */
  outcomes: v.record(v.string(), v.picklist(['verified', 'failed', 'pending', 'not-run'])),
  browser: v.array(v.string()),
})

/** Versions that run in one environment, by name. */
const environmentSchema = v.record(v.string(), v.string())

const fileOf = (folder: string, { name, version }: Build): string =>
  join(folder, 'versions', `${name}@${version}.json`)
const environmentFile = (folder: string, environment: string): string =>
  join(folder, 'environments', `${environment}.json`)

function read<Schema extends v.GenericSchema>(schema: Schema, file: string): v.InferOutput<Schema> | null {
  return existsSync(file) ? v.parse(schema, JSON.parse(readFileSync(file, 'utf8'))) : null
}

function write(file: string, value: unknown): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
}

/** Says what the portal of this version asks of the providers of these pacts, which are those that its deployment uses. */
export function publishPortal(
  folder: string,
  pacts: readonly Pact[],
  { version, branch = null }: { readonly version: string; readonly branch?: string | null },
): void {
  const asked = pacts.map(({ provider, interactions }) => [
    provider.name,
    interactions.map((one) => ({
      description: one.description,
      hash: hashOf(one),
      obligation: one.comments.obligation,
      pending: one.pending,
    })),
  ])
  write(fileOf(folder, { name: consumerName, version }), { branch, pacts: Object.fromEntries(asked) })
}

/** Adds a verification to what is known of a provider's version. */
export function recordVersion(
  folder: string,
  { interactions }: Pact,
  verification: Verification,
  about: { readonly version: string; readonly branch?: string; readonly consumerVersion?: string },
): void {
  const file = fileOf(folder, { name: verification.provider, version: about.version })
  const known = read(providerSchema, file)
  const outcomes = verification.interactions.flatMap(({ description, outcome }) => {
    const agreed = interactions.find((one) => one.description === description)
    return agreed === undefined ? [] : [[hashOf(agreed), outcome] as const]
  })
  const { consumerVersion } = about
  write(file, {
    branch: about.branch ?? known?.branch ?? null,
    against: [...new Set([...(known?.against ?? []), ...(consumerVersion ? [consumerVersion] : [])])],
    outcomes: { ...known?.outcomes, ...Object.fromEntries(outcomes) },
    browser: verification.browser
      .filter(({ outcome }) => outcome === 'failed')
      .map(({ description, reasons }) => `${description} (${reasons.join('; ')})`),
  })
}

/** From now on this version runs there, and no other of its name. */
export function recordDeployment(folder: string, { name, version }: Build, environment: string): void {
  const file = environmentFile(folder, environment)
  write(file, { ...read(environmentSchema, file), [name]: version })
}

/**
 * Why this build must not go to that environment, a sentence each; empty when it may. Something must be recorded there. The portal
 * needs every provider that it was published with, at a version that meets it; a provider must meet the portal that runs there, if
 * one does.
 */
export function deploymentObjections(folder: string, build: Build, environment: string): readonly string[] {
  const there = read(environmentSchema, environmentFile(folder, environment))
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
  const environments = join(folder, 'environments')
  const names = existsSync(environments) ? readdirSync(environments) : []
  if (names.length === 0) return 'no environment has a record'
  return `there are records of ${names
    .map((name) => name.replace(/\.json$/, ''))
    .toSorted()
    .join(', ')}`
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
  if (known === null) return asked.length === 0 ? [] : [`${who}: was never verified`]
  const failing = asked.flatMap(({ description, hash, obligation, pending }) => {
    const outcome = known.outcomes[hash]
    const well = outcome === 'verified' || (outcome === 'not-run' && obligation === 'may-not-run')
    return well || pending ? [] : [`${who}: "${description}" ${words[outcome ?? 'never']}`]
  })
  return [...failing, ...known.browser.map((row) => `${who}: ${row}`)]
}

const words = {
  verified: 'was verified',
  failed: 'failed',
  pending: 'failed, and is no longer pending',
  'not-run': 'was not run',
  never: 'was never verified as it is',
} as const

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { extensions } from '../../src/adapters/dashboard-surface/thoughtspot/extensions'
import { contentMessages } from '../../src/adapters/dashboard-surface/thoughtspot/frame-messages'
import { handledMessages } from '../../src/adapters/dashboard-surface/thoughtspot/message-step'
import { firstReleases } from '../../local/bi-host/frame/protocol/release'
import { tokenRequests } from '../../src/adapters/dashboard-surface/thoughtspot/origin-guard'
import { frames, optionsOf, usedHostEvents, usedOptions, usedStartOptions } from './frames'
import { sdkEnum, sdkSource, installedSdk } from './sdk'
import { difference, snapshotOf, storedSnapshot, plantedDifferences } from './snapshot'

/** `1.51.0` or `26.8.0.cl` as comparable numbers. */
const parts = (version: string): readonly number[] => version.split('.').slice(0, 3).map(Number)
function isNewer(one: string, other: string): boolean {
  const [left, right] = [parts(one), parts(other)]
  const at = left.findIndex((part, index) => part !== right[index])
  return at !== -1 && (left[at] ?? 0) > (right[at] ?? 0)
}

const sources = ['types.ts', 'embed/liveboard.ts', 'embed/search.ts', 'embed/app.ts', 'embed/conversation.ts']

/** The releases that the SDK's comments give for a member, of `owner` or of any type with a member of this name. */
function versionsOf(
  member: string,
  owner?: string,
): readonly { readonly sdk: string; readonly cluster: string }[] {
  return sources.flatMap((file) => {
    const text = sdkSource(file)
    const from = owner === undefined ? 0 : text.search(new RegExp(`(?:enum|interface|class) ${owner}\\b`))
    if (from === -1) return []
    const declarations = text
      .slice(from)
      .matchAll(new RegExp(`/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\s*(?:readonly )?${member}\\??\\s*[:=]`, 'g'))
    const found = [...declarations].map(([, comment = '']) =>
      /@version SDK:\s*([\d.]+)\s*\|\s*ThoughtSpot[^:]*:\s*([\d.]+)/.exec(comment),
    )
    const read = found.flatMap((match) =>
      match === null ? [] : [{ sdk: match[1] ?? '', cluster: match[2] ?? '' }],
    )
    return owner === undefined ? read : read.slice(0, 1)
  })
}

/** Every pair of releases that the SDK's comments give for one thing. */
const pairs = sources.flatMap((file) =>
  [...sdkSource(file).matchAll(/SDK:\s*([\d.]+)\s*\|\s*ThoughtSpot[^:]*:\s*([\d.]+)/g)].map(
    ([, sdk = '', cluster = '']) => `${sdk} ${cluster.replace(/\.$/, '')}`,
  ),
)

const guide = readFileSync('docs/operations-vendors.md', 'utf8')
const rows = [...guide.matchAll(/^\| ([^|]+)\| ([^|]*`[^|]*)\| ([\d.]+) +\| ([\d.]+)\.cl +\|/gm)].map(
  ([, feature = '', members = '', sdk = '', cluster = '']) => ({
    feature: feature.trim(),
    members: [...members.matchAll(/`(\w+)\.(\w+)`/g)].map(([, owner = '', member = '']) => ({
      owner,
      member,
    })),
    sdk,
    cluster,
  }),
)
const [, everything = '', fallback = ''] =
  /everything: \*\*([\d.]+)\.cl\*\*.*above: \*\*([\d.]+)\.cl\*\*/s.exec(guide) ?? []

describe('minimum versions in docs/operations-vendors.md', () => {
  it('are in a table', () => {
    expect(rows.length).toBeGreaterThan(8)
    expect([everything, fallback].map((version) => parts(version).length)).toEqual([3, 3])
  })

  it.each(rows.filter(({ members }) => members.length > 0))(
    '$feature: not below the SDK’s minimum for its members',
    ({ members, sdk, cluster }) => {
      const older = members.flatMap(({ owner, member }) =>
        versionsOf(member, owner)
          .filter((needed) => isNewer(needed.sdk, sdk) || isNewer(needed.cluster, cluster))
          .map((needed) => `${owner}.${member} needs ${needed.sdk} and ${needed.cluster}`),
      )
      expect(older).toEqual([])
      // For a member's newer form the SDK gives them only in passing, for some nowhere: the two releases are a pair in it at least.
      expect(pairs).toContain(`${sdk} ${cluster}`)
    },
  )

  it('name every used member that a cluster of the fallback’s release does not know', async () => {
    const ours = extensions.filter(({ kind }) => kind === 'event').map(({ name }) => name as string)
    const wires = [...handledMessages, ...contentMessages, ...tokenRequests.keys()]
    const known = Object.entries(sdkEnum('EmbedEvent'))
    const strange = wires.filter((wire) => !known.some(([, own]) => own === wire))
    expect(strange.toSorted()).toEqual(ours.toSorted())
    const events = known.filter(([, wire]) => wires.includes(wire))
    expect(events.length).toBeGreaterThan(15)
    const hostEvents = await usedHostEvents()
    // The adapter uses no other: the SDK rewrites `SetActiveTab` from the frame's first URL.
    expect(hostEvents.toSorted()).toEqual([
      'GetFilters',
      'GetParameters',
      'Navigate',
      'Pin',
      'Search',
      'UpdateEmbedParams',
      'UpdateFilters',
      'UpdateParameters',
      'UpdateRuntimeFilters',
    ])
    const started = usedStartOptions()
    expect(started.length).toBeGreaterThan(8)
    const used = [
      ...usedOptions().map((name) => ({ name, versions: versionsOf(name) })),
      ...events.map(([name]) => ({ name, versions: versionsOf(name, 'EmbedEvent') })),
      ...hostEvents.map((name) => ({ name, versions: versionsOf(name, 'HostEvent') })),
      ...started.map((name) => ({ name, versions: versionsOf(name, 'EmbedConfig') })),
    ]
    const named = new Set(rows.flatMap(({ members }) => members.map(({ member }) => member)))
    const hidden = new Set(
      frames.flatMap(([, view, route]) => (optionsOf(view, route).hiddenActions ?? []).map(String)),
    )
    const actions = Object.entries(sdkEnum('Action')).filter(([, wire]) => hidden.has(wire))
    expect(actions.length).toBeGreaterThan(30)
    const newer = [
      ...used,
      // A cluster does not show what it does not know: these need no minimum, but are listed anyway.
      ...actions.map(([name]) => ({ name, versions: versionsOf(name, 'Action') })),
    ].filter(({ versions }) => versions.some(({ cluster }) => isNewer(cluster, fallback)))
    expect(newer.length).toBeGreaterThan(0)
    expect(newer.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([])
    // The SDK gives it no version.
    expect(versionsOf('UpdateEmbedParams', 'HostEvent')).toEqual([])
    expect(named).toContain('UpdateEmbedParams')
    for (const { versions } of used)
      for (const { cluster } of versions) expect(isNewer(cluster, everything), cluster).toBe(false)
  })
})

it.each([
  ['EmbedEvent', firstReleases.sent],
  ['HostEvent', firstReleases.taken],
] as const)(
  'the host, when it imitates an older cluster, has each %s from the SDK’s release on',
  (name, first) => {
    const members = Object.entries(sdkEnum(name))
    for (const [wire, release] of Object.entries(first)) {
      // A message may have two names in the SDK, of two releases.
      const found = members
        .filter(([, value]) => value === wire)
        .map(([member]) => versionsOf(member, name)[0])
      expect(found.length, wire).toBeGreaterThan(0)
      for (const one of found) expect(one?.cluster, wire).toMatch(new RegExp(`^${release}\\.`))
    }
  },
)

const installed = snapshotOf(installedSdk)

it('the SDK has the names of the snapshot: review new and removed ones, then store them with `npm run oracle -- --keep`', () => {
  expect(installed.names.length).toBeGreaterThan(900)
  expect(difference(storedSnapshot(), installed)).toEqual({ added: [], gone: [] })
  expect(storedSnapshot().version).toBe(installed.version)
})

it('a difference is reported in both directions', () => {
  const other = { version: '0', names: [...installed.names.slice(1), 'Action.New = new'] }
  expect(difference(installed, other)).toEqual({
    added: ['Action.New = new'],
    gone: [installed.names[0]],
  })
})

/** `npm run oracle -- --planted` shows that the tests fail with them; here it is checked that they can still be planted, and where. */
const planted = plantedDifferences()

it('every fact has its planted difference', () => {
  expect(planted.map(({ oracle }) => oracle)).toEqual(Array.from({ length: 18 }, (_, at) => at + 1))
})

it.each(planted)('$oracle can be planted, and its test exists: $holds', ({ file, from, to, test, title }) => {
  expect(readFileSync(file, 'utf8').split(from)).toHaveLength(2)
  expect(to).not.toBe(from)
  expect(readFileSync(test, 'utf8')).toContain(title)
})

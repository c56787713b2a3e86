import { describe, expect, it } from 'vitest'
import { importsOf, readImports, filesBelow, resolveImport } from './imports'
import { violations } from './layer-rules'
import { existsSync } from 'node:fs'
import { basename } from 'node:path'

/** With fewer files than this the test does not search the right folders. */
const leastFiles = 150

describe('the layer rules', () => {
  it('hold in the portal', () => {
    const files = readImports('src')
    expect(files.size).toBeGreaterThan(leastFiles)
    expect(violations(files)).toEqual([])
  })

  it('hold in the embedded stack', () => {
    const files = readImports('local')
    expect(files.size).toBeGreaterThan(leastFiles)
    expect(violations(files)).toEqual([])
  })

  it('hold in the contracts and the tests', () => {
    const files = new Map([...readImports('contracts'), ...readImports('test')])
    expect(files.size).toBeGreaterThan(leastFiles)
    expect(violations(files)).toEqual([])
  })
})

function judge(file: string, code: string): readonly string[] {
  return violations(new Map([[file, importsOf(file, code)]]))
}

/** A file of a service that may import types of the core. */
const bi = 'local/bi-host/wire/a.ts'

describe('a planted violation is found', () => {
  it.each([
    [
      'core names an adapter',
      'src/core/session/a.ts',
      `import { b } from '../../adapters/clock/system-clock'`,
    ],
    ['a port names a feature', 'src/core/ports/a.ts', `import type { A } from '../flags/evaluate'`],
    ['a feature names a higher one', 'src/core/session/a.ts', `import { a } from '../favorites/favorites'`],
    ['the kernel names a port', 'src/core/kernel/a.ts', `import type { Clock } from '../ports/clock'`],
    ['core names a package', 'src/core/a.ts', `import * as v from 'valibot'`],
    ['core names a built-in module', 'src/core/a.ts', `import { readFile } from 'node:fs'`],
    ['core names a type of the screen', 'src/core/a.ts', `import type { App } from '../ui/use-app'`],
    ['core names a type in passing', 'src/core/a.ts', `export type A = import('../ui/use-app').App`],
    [
      'an adapter names another',
      'src/adapters/token-service/a.ts',
      `import { b } from '../clock/system-clock'`,
    ],
    [
      'an adapter re-exports another',
      'src/adapters/token-service/a.ts',
      `export * from '../clock/system-clock'`,
    ],
    [
      'an adapter names a foreign vendor',
      'src/adapters/flag-source/a.ts',
      `import { b } from '@auth0/auth0-spa-js'`,
    ],
    [
      'an adapter names a service of the core',
      'src/adapters/dashboard-library/a.ts',
      `import type { TokenBroker } from '../../core/tokens/token-broker'`,
    ],
    ['an adapter names the container', 'src/adapters/clock/a.ts', `import { Container } from 'inversify'`],
    [
      'a vendor names another of the same port',
      'src/adapters/flag-source/ofrep/a.ts',
      `import { b } from '../launchdarkly/b'`,
    ],
    [
      'what all vendors of a port share names one of them',
      'src/adapters/flag-source/a.ts',
      `import { b } from './ofrep/b'`,
    ],
    ['a port that begins like another', 'src/adapters/clock/a.ts', `import { b } from '../clock-radio/b'`],
    ['state names an adapter', 'src/state/a.ts', `import { b } from '../adapters/clock/system-clock'`],
    [
      'the screen loads an adapter late',
      'src/ui/app/a.tsx',
      `const b = () => import('../../adapters/clock/system-clock')`,
    ],
    ['the screen names the container', 'src/ui/app/a.tsx', `import { Container } from 'inversify'`],
    [
      'the screen names the composition',
      'src/ui/app/a.tsx',
      `export { resolvePorts } from '../../composition/container'`,
    ],
    ['a hook draws', 'src/ui/hooks/a.ts', `import { Button } from '../components/button'`],
    ['a hook names a library that draws', 'src/ui/hooks/a.ts', `import X from 'lucide-react/icons/x'`],
    [
      'a component names a feature',
      'src/ui/components/a.tsx',
      `import { b } from '../features/favorites/star-button'`,
    ],
    [
      'a component names the type of a page',
      'src/ui/components/a.tsx',
      `import type { B } from '../pages/gallery/b'`,
    ],
    ['a feature names another', 'src/ui/features/palette/a.ts', `import { b } from '../favorites/use-star'`],
    ['a feature names a page', 'src/ui/features/palette/a.ts', `import { b } from '../../pages/gallery/b'`],
    [
      'a feature waits for the deferred parts',
      'src/ui/features/favorites/a.tsx',
      `import { useDeferredUi } from '../../app/use-deferred-ui'`,
    ],
    ['a page names another', 'src/ui/pages/gallery/a.tsx', `import { b } from '../dataset/b'`],
    ['a page names one that is a file', 'src/ui/pages/gallery/a.tsx', `import b from '../research-page'`],
    ['a page names the shell', 'src/ui/pages/dataset/a.tsx', `import { b } from '../../app/shell'`],
    ['a file beside the layers of the screen', 'src/ui/a.ts', ''],
    ['main names an adapter', 'src/main.tsx', `import { b } from './adapters/clock/system-clock'`],
    [
      'the portal names the local stack',
      'src/composition/a.ts',
      `import { b } from '../../local/http/addresses'`,
    ],
    ['the portal names a test', 'src/core/a.ts', `import { b } from '../../test/support/builders'`],
    ['a local service runs code of the core', bi, `import { b } from '../../../src/core/kernel/result'`],
    [
      'a local service mixes code with types',
      bi,
      `import { type A, b } from '../../../src/core/kernel/result'`,
    ],
    ['a local service names an adapter', bi, `import type { A } from '../../../src/adapters/http/exchange'`],
    ['the ground of the stack names a service', 'local/http/a.ts', `import { b } from '../identity/people'`],
    [
      'a state of a provider names a service',
      'local/provider-states/a.ts',
      `import { b } from '../flags/routes'`,
    ],
    ['a local service names another', 'local/token-service/a.ts', `import { b } from '../flags/flag-store'`],
    ['a local service names a command', 'local/flags/a.ts', `import { b } from '../cli/stack'`],
    [
      'a service that is allowed one file takes another',
      'local/flags/a.ts',
      `import { b } from '../identity/sign-in'`,
    ],
    ['a file beside the layers of the stack', 'local/a.ts', ''],
    [
      'an interaction names the verifier',
      'contracts/interactions/a.ts',
      `import { b } from '../verification/verify'`,
    ],
    [
      'an interaction runs a local service',
      'contracts/interactions/a.ts',
      `import { b } from '../../local/services'`,
    ],
    ['the verifier names the gate', 'contracts/verification/a.ts', `import { b } from '../gate/status'`],
    [
      'the verifier names a command',
      'contracts/verification/a.ts',
      `import { b } from '../../local/cli/child'`,
    ],
    ['the gate verifies', 'contracts/gate/a.ts', `import { b } from '../verification/verify'`],
    ['the wire names a layer above it', 'local/bi-host/wire/a.ts', `import type { B } from '../model/query'`],
    ['the model names the sample data', 'local/bi-host/model/a.ts', `import { b } from '../data/schema'`],
    ['a query names a board', 'local/bi-host/query/a.ts', `import { b } from '../boards/panel'`],
    ['the store names a board', 'local/bi-host/store/a.ts', `import type { B } from '../boards/definition'`],
    ['a board names the assistant', 'local/bi-host/boards/a.ts', `import { b } from '../assistant/phrasing'`],
    [
      'the assistant names the server',
      'local/bi-host/assistant/a.ts',
      `import { b } from '../server/access'`,
    ],
    [
      'the BI server names the BI application',
      'local/bi-host/server/a.ts',
      `import { b } from '../frame/app/app'`,
    ],
    ['a layer asks for a web server', 'local/bi-host/query/a.ts', `import fastify from 'fastify'`],
    [
      'the BI application names the BI server',
      'local/bi-host/frame/a.ts',
      `import { b } from '../server/engine'`,
    ],
    ['the wire names who draws', 'local/bi-host/wire/a.ts', `import { b } from '../rendering/format'`],
    [
      'a drawing names the frame',
      'local/bi-host/rendering/a.ts',
      `import { Icon } from '../frame/parts/icon'`,
    ],
    ['a drawing names a library of the page', 'local/bi-host/rendering/a.ts', `import { h } from 'preact'`],
    [
      'the protocol of the frame asks the host',
      'local/bi-host/frame/protocol/a.ts',
      `import { callHost } from '../host/calls'`,
    ],
    [
      'a tile of the frame names a page',
      'local/bi-host/frame/tiles/a.tsx',
      `import type { Builder } from '../builder/builder'`,
    ],
    [
      'a page of the frame names another',
      'local/bi-host/frame/builder/a.tsx',
      `import { BoardHeader } from '../board/board-header'`,
    ],
  ])('%s', (_name, file, code) => {
    expect(judge(file, code)).toHaveLength(1)
  })

  it('a file outside every part', () => {
    expect(judge('src/utils/a.ts', '')).toEqual(['src/utils/a.ts: belongs to no part'])
    expect(judge('src/other.ts', '')).toEqual(['src/other.ts: belongs to no part'])
  })

  it('a file that does not parse', () => {
    expect(() => importsOf('src/core/a.ts', 'import { from')).toThrow('src/core/a.ts does not parse')
  })

  it.each([
    ['computed', 'const b = (c: string) => import(c)'],
    ['by a pattern', `import.meta.glob('../adapters/*/*.ts')`],
  ])('an import whose module is %s', (_name, code) => {
    expect(judge('src/ui/app/a.ts', code)).toEqual([expect.stringContaining('name the module')])
    expect(judge(bi, code)).toHaveLength(1)
  })
})

describe('an allowed import passes', () => {
  it.each([
    ['src/core/session/a.ts', `import { ok } from '../kernel/result'`],
    ['src/adapters/flag-source/launchdarkly/a.ts', `import { initialize } from 'launchdarkly-js-client-sdk'`],
    ['src/adapters/token-service/a.ts', `import { exchange } from '../_shared/http/exchange'`],
    ['src/adapters/flag-source/ofrep/a.ts', `import { b } from '../flag-state'; import { c } from './c'`],
    [
      'src/composition/a.ts',
      `import { b } from '../adapters/clock/system-clock'; import { Container } from 'inversify'`,
    ],
    [
      'src/ui/app/a.tsx',
      `import { useState } from 'react'; import '../styles/main.scss'; import type { A } from '../../core/use-cases'`,
    ],
    [bi, `import type { A } from '../../../src/core/kernel/result'; import { jwtVerify } from 'jose'`],
    [bi, `import { type A } from '../../../src/core/kernel/result'`],
    ['local/flags/a.ts', `import { people } from '../identity/people'; import { page } from '../http/page'`],
    ['contracts/gate/a.ts', `import type { Verification } from '../verification/verify'`],
    ['src/ui/pages/gallery/a.tsx', `import { b } from './b'; import { c } from '../../features/palette/c'`],
  ])('%s: %s', (file, code) => {
    expect(judge(file, code)).toEqual([])
  })
})

/** `src/adapters/<port>/…/<vendor>-<port>.ts`; other files of the folder are parts of an adapter. */
const portOf = (adapter: string): string => adapter.split('/')[2] ?? ''

const adapters = filesBelow('src/adapters', /\.tsx?$/).filter((file) => {
  return basename(file)
    .replace(/\.tsx?$/, '')
    .endsWith(`-${portOf(file)}`)
})

/** The repository files that each test file names. */
const tests = [...readImports('test')].map(([file, imports]) => ({
  file,
  names: imports.flatMap(({ specifier }) => resolveImport(file, specifier) ?? []),
}))

describe('every adapter', () => {
  it('is found', () => {
    expect(adapters.length).toBeGreaterThan(20)
  })

  it.each(adapters)('%s runs the conformance suite of its port', (adapter) => {
    const port = portOf(adapter)
    const own = adapter.replace(/\.tsx?$/, '')
    const runs = tests.filter(
      ({ file, names }) =>
        names.includes(own) && [file, ...names].some((name) => name.startsWith(`test/conformance/${port}`)),
    )
    expect(runs.map(({ file }) => file)).not.toEqual([])
  })

  it.each([...new Set(adapters.map(portOf))])('%s belongs to a port of the core', (port) => {
    expect(existsSync(`src/core/ports/${port}.ts`)).toBe(true)
  })
})

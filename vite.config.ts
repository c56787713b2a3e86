import { readFileSync, readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { runnerImport, type HtmlTagDescriptor, type Plugin } from 'vite'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { givenValues } from './local/cli/env-files.ts'
import { mergeHelpers } from './local/bi-host/frame/merge-helpers.ts'
import type * as portalDocument from './local/portal/configuration'
import type { AdapterLine, adapterMap } from './src/composition/adapter-map'
import type { overdueFlags } from './src/core/kernel/flag-table'

/** Test folders that need only Node. Projects don't share loaded modules, so there are few projects. */
function nodeProject(
  name: string,
  folders: readonly string[],
  more: { readonly retry?: number } = {},
): TestProjectConfiguration {
  const include = folders.map((folder) => `test/${folder}/**/*.test.ts`)
  return { extends: true, test: { name, environment: 'node', include, ...more } }
}

/**
 * For tests that drive a browser or several processes, which may time out on a busy machine: a failed test is retried once, and
 * `npm test` lists the retried tests at its end.
 */
const retryOnce = { retry: 1 } as const

/**
 * The portal's own variables, as `import.meta.env.ASSAY_…`. No other environment variable reaches the build; the `…_PORT` variables
 * belong to the embedded stack.
 */
function builtInConfiguration(): Readonly<Record<string, string>> {
  const given = Object.entries(givenValues(import.meta.dirname, 'ASSAY_'))
  return Object.fromEntries(
    given.flatMap(([name, value]) => (name.endsWith('_PORT') ? [] : [[name, value.trim()]])),
  )
}

const constantsOf = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`import.meta.env.${name}`, JSON.stringify(value)]),
  )

/** Writes the operator's product name and icon into the page itself, and removes hints for a vendor that the build does not use. */
const configuredPage = (values: Readonly<Record<string, string>>): Plugin => ({
  name: 'configured-page',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    async handler(html) {
      const { module } = await runnerImport<typeof portalDocument>('./local/portal/configuration')
      return module.withoutIdleHints(module.branded(html, values), values)
    },
  },
})

/** Lucide's icons without Lucide's runtime: only the shapes of each icon, drawn by `plainIcon`. */
const plainIcons: Plugin = {
  name: 'plain-icons',
  async load(id) {
    if (!/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/.test(id)) return null
    const icon: {
      readonly __iconData?: {
        readonly node: readonly unknown[]
      }
    } = await import(pathToFileURL(id).href)
    // An icon's older name: this module only re-exports the present one.
    if (icon.__iconData === undefined) return null
    const shapes = JSON.stringify(icon.__iconData.node, (name, value: unknown) =>
      name === 'key' ? undefined : value,
    )
    return `import { plainIcon } from '/src/ui/components/plain-icon.ts'
export default /* @__PURE__ */ plainIcon(${shapes})`
  },
}

/**
 * Strips what a chunk does not read of a vendor's line in the map: the first view reads the required variables, and the composition how to
 * load the vendor. The rest is for the build, the server and developers.
 */
const shortMap: Plugin = {
  name: 'short-map',
  apply: 'build',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (source !== './adapter-map' || importer?.endsWith('/configuration-values.ts') !== true) return null
    const resolved = await this.resolve(source, importer)
    return resolved === null ? null : `${resolved.id}?needs`
  },
  transform: {
    filter: { id: /src\/composition\/adapter-map\.ts/ },
    handler: (code, id) =>
      (id.endsWith('?needs')
        ? code.replaceAll(/^ +(?:load: \(\) => |warm: '|frameNeedsToken: ).*$/gm, '')
        : code
      ).replaceAll(/^ +(?:folders|reads|connect|frame|forms|packages|preload): (?:\[[^\]]*\]|\w+),$/gm, ''),
  },
}

/**
 * A flag past its review date needs a decision and fails `npm test`. A build only warns: an old release that passed its tests at the time
 * must still build on any later day.
 */
const reviewedFlags: Plugin = {
  name: 'reviewed-flags',
  apply: 'build',
  async buildStart() {
    const { module } = await runnerImport<{ readonly overdueFlags: typeof overdueFlags }>(
      './src/core/kernel/flag-table',
    )
    const overdue = module.overdueFlags(new Date().toISOString().slice(0, 10))
    if (overdue.length > 0)
      this.warn(
        `src/core/kernel/flag-table.ts: past the review date are ${overdue.join(', ')}. The build continues; npm test fails until each owner gives it a later date in \`reviews\` or removes it.`,
      )
  },
}

/**
 * Inlines the shell's style sheet into the document, so that the first paint waits for no other file. A server that sends a CSP hashes
 * this element like those that index.html already has.
 */
function inlineStyles(): Plugin {
  const sheets: string[] = []
  return {
    name: 'inline-styles',
    apply: 'build',
    enforce: 'post',
    renderChunk(_code, chunk) {
      if (!chunk.isEntry && chunk.name !== 'shell') return null
      const imported = chunk.viteMetadata?.importedCss
      sheets.push(...(imported ?? []))
      // So no later chunk requests it either.
      imported?.clear()
      return null
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }): HtmlTagDescriptor[] {
        return sheets.map((name) => {
          const sheet = bundle[name]
          if (sheet?.type !== 'asset')
            throw new Error(`There is no style sheet ${name} to write into the page.`)
          delete bundle[name]
          return { tag: 'style', children: String(sheet.source).trim(), injectTo: 'head' }
        })
      },
    },
  }
}

/** Removes comments and indentation from index.html, the one file of the page that nothing else minifies. */
const shortPage: Plugin = {
  name: 'short-page',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replaceAll(/<!--[^]*?-->|^\s*\/\/.*$/gm, '').replaceAll(/\n\s*/g, '\n'),
  },
}

/**
 * Files that the first dashboard needs, in order of need, fetched in parallel after those that draw the shell. For each port these are the
 * default vendor's files. A server configured for another vendor leaves out the hints marked for the default one.
 */
async function soonNeeded(): Promise<readonly { readonly path: string; readonly when?: string }[]> {
  const { module } = await runnerImport<{ readonly adapterMap: typeof adapterMap }>(
    './src/composition/adapter-map.ts',
  )
  const { bi, identity, flags } = module.adapterMap
  const [ofBi, ofIdentity, ofFlags] = [bi, identity, flags].map(({ variable, vendors }) => {
    const [[name, line] = []] = Object.entries<AdapterLine>(vendors)
    const when = `${variable}=${name}`
    return {
      wiring: { path: `composition/wiring/${name}.ts`, when },
      preload: (line?.preload ?? []).map((path) => ({ path, when })),
    }
  })
  return [
    // The largest file first: it takes longest.
    ...(ofBi?.preload ?? []),
    { path: 'composition/compose-portal.ts' },
    ...[ofBi, ofIdentity, ofFlags].flatMap((vendor) => vendor?.wiring ?? []),
    ...(ofIdentity?.preload ?? []),
    ...(ofFlags?.preload ?? []),
  ]
}

/** Chunks of the first view, and those that the page preloads; the value is `VARIABLE=vendor` where only one vendor needs the chunk. */
const first = new Set<string>()
const hinted = new Map<string, string | undefined>()
const isHintedForAll = (name: string): boolean => hinted.has(name) && hinted.get(name) === undefined

const hintSoonNeeded: Plugin = {
  name: 'hint-soon-needed',
  apply: 'build',
  generateBundle: {
    order: 'pre',
    async handler(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      first.clear()
      hinted.clear()
      const addFirst = (name: string): void => {
        if (first.has(name)) return
        first.add(name)
        for (const imported of chunks.find((chunk) => chunk.fileName === name)?.imports ?? [])
          addFirst(imported)
      }
      for (const chunk of chunks) if (chunk.isEntry) addFirst(chunk.fileName)
      for (const { path, when } of await soonNeeded()) {
        const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(path)))
        if (chunk === undefined) throw new Error(`No chunk of the build holds ${path}.`)
        for (const name of [chunk.fileName, ...chunk.imports, ...(chunk.viteMetadata?.importedCss ?? [])]) {
          // A chunk that vendors share is needed whichever of them is chosen.
          if (!first.has(name))
            hinted.set(name, !hinted.has(name) || hinted.get(name) === when ? when : undefined)
        }
      }
    },
  },
  transformIndexHtml: {
    order: 'post',
    handler: (): HtmlTagDescriptor[] =>
      [...hinted].map(([name, when]) => ({
        tag: 'link',
        attrs: {
          // A module waits for its style sheet, which would otherwise be requested only along with the module.
          ...(name.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' }),
          crossorigin: true,
          fetchpriority: 'low',
          href: `/${name}`,
          ...(when === undefined ? {} : { 'data-for': when }),
        },
        injectTo: 'head',
      })),
  },
}

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importers: readonly string[] } | null
}

/** Whether a file that matches imports the module, directly or through others. Dynamic imports do not count. */
function isImportedBy(file: RegExp, id: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
  if (file.test(id)) return true
  seen.add(id)
  return (graph.getModuleInfo(id)?.importers ?? []).some(
    (importer) => !seen.has(importer) && isImportedBy(file, importer, graph, seen),
  )
}

/**
 * Roots of the `start` chunk: the composition, the board request, code that all vendors of a port share, and the wirings of the default
 * vendors with the flags' SDK, which a page under the start gate waits for.
 */
const composed =
  /\/src\/(?:composition\/(?:compose-portal|wiring\/(?:auth0|launchdarkly|thoughtspot))\.ts$|ui\/pages\/dataset\/board-request\.tsx$|adapters\/(?:_shared\/|(?:identity-provider|flag-source)\/[\w-]+\.ts$|flag-source\/launchdarkly\/launchdarkly-sdk\.ts$))/

function chunkBehindTheShell(id: string, graph: ModuleGraph): string | null {
  // Core code that any vendor's wiring uses goes along with it.
  const start = id.includes('/src/core/')
    ? new RegExp(`${composed.source}|/src/composition/wiring/`)
    : composed
  if (isImportedBy(start, id, graph)) return 'start'
  // Code that only later pages share joins this chunk: separate files would cost a round trip each, and name bytes in the first file.
  const isShared =
    /\/src\/(?:state|ui\/hooks)\//.test(id) ||
    (/\/lucide-react\/|\/signed-out-notice\./.test(id) &&
      (graph.getModuleInfo(id)?.importers.length ?? 0) > 1)
  return isShared || isImportedBy(/\/src\/ui\/app\/deferred-ui\.ts$/, id, graph) ? 'deferred-ui' : null
}

/** Pact writes one file per provider and loads one native library per process, so test files run one after another. */
function pactProject(name: string, ending: string): TestProjectConfiguration {
  return {
    extends: true,
    test: {
      name,
      environment: 'node',
      include: [`contracts/**/*.${ending}.ts`],
      fileParallelism: false,
      isolate: true,
      testTimeout: 60_000,
    },
  }
}

/** Settings for every test. */
const everyTest = {
  clearMocks: true,
  restoreMocks: true,
  unstubGlobals: true,
  unstubEnvs: true,
  passWithNoTests: false,
  // A new process and a fresh module graph for each file would cost more than most files take, so a worker runs one file after another.
  // A test therefore cleans up after itself, and a module that tests share registers no hooks.
  isolate: false,
  // Long enough that only a hang fails a test, not a slow machine.
  testTimeout: 60_000,
  // Longer values in messages explain why a test failed; for one that passed when retried, the message is the only trace.
  chaiConfig: { truncateThreshold: 400 },
  // Nor does a slow machine fail a wait: Vitest's default timeout for polling, 1 second, is too short on a busy one.
  expect: { poll: { timeout: 20_000 } },
  // The first hook may wait for the sample data to be generated.
  hookTimeout: 60_000,
} as const

/** Components of the BI application. They use Preact, so the portal's plugin, which compiles JSX for React, is left out. */
const frameProject: TestProjectConfiguration = {
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    ...everyTest,
    name: 'frame',
    environment: 'happy-dom',
    include: ['test/local/bi-host/frame-page/**/*.test.tsx'],
    setupFiles: 'test/local/bi-host/frame-page/clean-page.ts',
  },
}

/** Files run one after another, all against the server that the global setup starts. */
function openStackProject(
  name: string,
  files: string,
  setUp: string,
  groupOrder: number,
): TestProjectConfiguration {
  return {
    extends: true,
    test: {
      name,
      environment: 'node',
      include: [files],
      globalSetup: setUp,
      fileParallelism: false,
      sequence: { groupOrder },
      ...retryOnce,
      testTimeout: 240_000,
      hookTimeout: 240_000,
    },
  }
}

/** `Features.LightDark` of Lightning CSS, which Vite includes but does not re-export. */
const lightDark = 1_048_576

const assetsDir = 'open-data'
const hashedName = (ending: string): string => `${assetsDir}/[name]-[hash:6].${ending}`

const workers = Math.max(2, availableParallelism())

/** A package that the portal may contain, as in the lock file, and its own license files. */
function licenseText([path, { version = '', license = '' }]: readonly [string, LockedPackage]): string {
  const folder = join(import.meta.dirname, path)
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim())
  const { author }: { readonly author?: string | { readonly name: string } } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  const name = path.split('node_modules/').at(-1) ?? path
  return [
    `${name} ${version}: ${license}`,
    ...(texts.length === 0 ? [typeof author === 'object' ? author.name : (author ?? '')] : texts),
  ].join('\n\n')
}

interface LockedPackage {
  readonly version?: string
  readonly license?: string
  readonly dev?: boolean
  readonly optional?: boolean
  readonly devOptional?: boolean
}

/**
 * Licenses of everything that the portal may contain: the minifier drops the notices that they require. From the lock file, because some
 * packages come with others built in, which no bundler sees.
 */
const licenseTexts: Plugin = {
  name: 'license-texts',
  apply: 'build',
  generateBundle() {
    const lock = readFileSync(join(import.meta.dirname, 'package-lock.json'), 'utf8')
    const { packages }: { readonly packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(lock)
    const shipped = Object.entries(packages).filter(
      ([path, { dev, optional, devOptional }]) => path !== '' && !dev && !optional && !devOptional,
    )
    const source = shipped.map(licenseText).join(`\n\n${'-'.repeat(80)}\n\n`)
    this.emitFile({ type: 'asset', fileName: `${assetsDir}/licenses.txt`, source: `${source}\n` })
  },
}

// Tests, and the builds and processes that they start, read no env files.
if (process.env['VITEST'] !== undefined) process.env['NO_ENV_FILES'] = 'yes'

export default defineConfig(() => ({
  define: constantsOf(builtInConfiguration()),
  base: '/',
  // Only for files that must keep their names. All others are imported and get hashed names.
  publicDir: 'src/ui/public',
  plugins: [
    react(),
    plainIcons,
    shortMap,
    reviewedFlags,
    mergeHelpers,
    inlineStyles(),
    shortPage,
    hintSoonNeeded,
    configuredPage(builtInConfiguration()),
    licenseTexts,
  ],
  // No style uses light-dark(), so its fallback for older browsers is left out.
  css: { lightningcss: { exclude: lightDark } },
  resolve: {
    dedupe: ['react', 'react-dom'],
    // The router depends on a shim of a hook that React itself has had since version 18.
    alias: { 'use-sync-external-store/shim/index.js': 'react' },
  },
  build: {
    outDir: 'dist/portal',
    assetsDir,
    // Tells a server which files may be cached forever.
    manifest: true,
    target: 'es2022',
    modulePreload: {
      polyfill: false,
      // A later chunk need not preload what the page has already requested: the names would only lengthen the first chunk.
      resolveDependencies: (_file, imports, { hostType }) =>
        imports.filter(
          (name) =>
            hostType === 'html' || name.endsWith('.css') || !(first.has(name) || isHintedForAll(name)),
        ),
    },
    rolldownOptions: {
      output: {
        // Six characters tell versions apart. The first file contains the names of all others, and hashes don't compress.
        entryFileNames: hashedName('js'),
        chunkFileNames: hashedName('js'),
        assetFileNames: hashedName('[ext]'),
        codeSplitting: {
          groups: [
            // Everything the page imports statically, including React: one file, although later chunks use parts of it too.
            { name: 'shell', tags: ['$initial'] },
            // What else the first dashboard needs: one file with all its imports, and another for the deferred UI. Where a server has six
            // connections, even a file of 1 or 2 kB costs a round trip.
            { name: chunkBehindTheShell, includeDependenciesRecursively: false },
          ],
        },
      },
    },
    // Fonts and worker files stay files: the content security policy allows them from this origin only.
    assetsInlineLimit: (file) => (file.endsWith('.svg') ? undefined : false),
  },
  test: {
    ...everyTest,
    // By default Vitest leaves one core free, half of a small machine.
    maxWorkers: workers,
    projects: [
      // Projects start in the order of their names; those that take longest, in browsers, go first.
      nodeProject('adapters', ['adapters', 'conformance'], retryOnce),
      nodeProject('local', ['local', 'contracts'], retryOnce),
      // All other folders, so that none is left out.
      nodeProject('portal', ['!(adapters|conformance|contracts|e2e|local|open-stack|ui)']),
      pactProject('contracts', 'pact'),
      pactProject('providers', 'provider'),
      {
        extends: true,
        test: {
          name: 'ui',
          environment: 'happy-dom',
          include: ['test/ui/**/*.test.{ts,tsx}'],
          setupFiles: 'test/support/clean-page.ts',
          // Inlined, so that icons are transformed as in the build.
          server: { deps: { inline: ['lucide-react'] } },
        },
      },
      frameProject,
      // Against the real services: `npm run test:open-stack`, not part of `npm test`. One instance of each, started where a file tests it.
      openStackProject('open-stack', 'test/open-stack/*.test.ts', 'test/support/open-stack.ts', 2),
      openStackProject(
        'open-stack-whole',
        'test/open-stack/whole/*.test.ts',
        'test/support/whole-stack.ts',
        3,
      ),
      {
        extends: true,
        test: {
          name: 'journeys',
          environment: 'node',
          include: ['test/e2e/**/*.journey.ts'],
          globalSetup: 'test/support/stack.ts',
          // Each worker has its own stack and browser.
          maxWorkers: workers,
          sequence: { groupOrder: 1 },
          ...retryOnce,
          // A test may be a whole visit without a reload, on a machine that may be busy.
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
}))

import { availableParallelism } from 'node:os'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { runnerImport, type HtmlTagDescriptor, type Plugin } from 'vite'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { givenValues } from './local/cli/env-files.ts'
import type { branded } from './local/portal/configuration'
import type { AdapterLine, adapterMap } from './src/composition/adapter-map'
import type { overdueFlags } from './src/core/kernel/flag-table'

/** Folders of tests that need nothing but Node. What one project has loaded no other can use, so there are few. */
function nodeProject(
  name: string,
  folders: readonly string[],
  more: { readonly retry?: number } = {},
): TestProjectConfiguration {
  const include = folders.map((folder) => `test/${folder}/**/*.test.ts`)
  return { extends: true, test: { name, environment: 'node', include, ...more } }
}

/**
 * For tests with a browser or several processes in them: on a machine with no time to spare one may come too late. It is tried once
 * more before it counts as failed, and `npm test` names at its end what was tried twice.
 */
const onceMore = { retry: 1 } as const

/**
 * The portal's own variables, as `import.meta.env.ASSAY_…`; nothing else of the environment can leak into the build.
 * Ports belong to the embedded stack.
 */
function builtInConfiguration(): Readonly<Record<string, string>> {
  const given = Object.entries(givenValues(import.meta.dirname, 'ASSAY_'))
  return Object.fromEntries(given.filter(([name]) => !name.endsWith('_PORT')))
}

const constantsOf = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`import.meta.env.${name}`, JSON.stringify(value.trim())]),
  )

/** Whoever the build is made for has their name and their icon in the page itself. */
const brandedPage = (values: Readonly<Record<string, string>>): Plugin => ({
  name: 'branded-page',
  apply: 'build',
  async transformIndexHtml(html) {
    const { module } = await runnerImport<{ readonly branded: typeof branded }>(
      './local/portal/configuration',
    )
    return module.branded(html, values)
  },
})

/** Lucide's icons without its run time: of each the shapes alone, drawn by a few lines of the portal's own. */
const plainIcons: Plugin = {
  name: 'plain-icons',
  async load(id) {
    if (!/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/.test(id)) return null
    const icon: {
      readonly __iconData?: {
        readonly node: readonly unknown[]
      }
    } = await import(pathToFileURL(id).href)
    // An older name of an icon leads to the present one.
    if (icon.__iconData === undefined) return null
    const shapes = JSON.stringify(icon.__iconData.node, (name, value: unknown) =>
      name === 'key' ? undefined : value,
    )
    return `import { plainIcon } from '/src/ui/components/plain-icon.ts'
export default /* @__PURE__ */ plainIcon(${shapes})`
  },
}

/**
 * Of a vendor's line in the map the first view reads what has to be given, and the composition behind it how the vendor is loaded; of a
 * flag's row only its values. The rest is the build's, the server's and people's.
 */
const shortTables: Plugin = {
  name: 'short-tables',
  apply: 'build',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (source !== './adapter-map' || importer?.endsWith('/configuration-values.ts') !== true) return null
    const resolved = await this.resolve(source, importer)
    return resolved === null ? null : `${resolved.id}?needs`
  },
  transform: {
    filter: { id: /src\/(?:composition\/adapter-map|core\/kernel\/flag-table)\.ts/ },
    handler: (code, id) =>
      (id.endsWith('?needs') ? code.replaceAll(/^ +(?:load: \(\) => |warm: ').*$/gm, '') : code)
        .replaceAll(/^ +(?:folders|reads|connect|frame|forms|packages|preload): (?:\[[^\]]*\]|\w+),$/gm, '')
        .replaceAll(/^ +(?:owner|changes|reviewBy):\s+'.*',$/gm, ''),
  },
}

/**
 * Somebody has to decide whether a flag is still needed: one past its review date fails `npm test`. A build only says so: a release of
 * once, which was tested in its time, has to be built again on any day.
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
        `src/core/kernel/flag-table.ts: past the review date are ${overdue.join(', ')}. The build goes on; npm test does not pass until each has a later reviewBy, or is gone.`,
      )
  },
}

/**
 * The first painted frame waits for nothing but the document: the shell's style sheet is written into it. A server that sends a
 * policy hashes the element, as it does with the ones that index.html already has.
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
      // Nor does any later chunk ask for it.
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

/** Comments and indentation of index.html stay here: it is the one file of the page that nothing else makes shorter. */
const shortPage: Plugin = {
  name: 'short-page',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replaceAll(/<!--[^]*?-->|^\s*\/\/.*$/gm, '').replaceAll(/\n\s*/g, '\n'),
  },
}

/**
 * What the first dashboard waits for, in the order of need. Fetched side by side, behind what draws the shell. Of each choice the vendor
 * that holds unless a server says otherwise when the page is asked for: it then leaves out what is marked with another's name.
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
    // The largest first: nothing else takes as long.
    ...(ofBi?.preload ?? []),
    { path: 'composition/compose-portal.ts' },
    ...[ofBi, ofIdentity, ofFlags].flatMap((vendor) => vendor?.wiring ?? []),
    ...(ofIdentity?.preload ?? []),
    ...(ofFlags?.preload ?? []),
  ]
}

/**
 * The bundler's few helpers, a file of 0.4 kB of which everything waits, become part of the first one: it is always there, and imports no
 * other. What imports nothing else of the first file has them in itself: its name was made before this, so that it would be the same for
 * other bytes where another first file stood in it, and what browsers cache for ever would ask for one that is gone.
 */
const noFileOfHelpers: Plugin = {
  name: 'no-file-of-helpers',
  apply: 'build',
  // How it is done is in no name: another way needs another word here, or caches have the files of the way before.
  augmentChunkHash: () => 'in the file itself',
  generateBundle: {
    order: 'pre',
    handler(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const helpers = chunks.find((chunk) => chunk.name === 'rolldown-runtime')
      const start = chunks.find((chunk) => chunk.isEntry)
      if (helpers === undefined || start === undefined)
        return this.error('No file of helpers, or no first one.')
      const nameOf = (file: string): string => file.slice(file.lastIndexOf('/') + 1)
      const pairs = (list: string): readonly (readonly string[])[] =>
        list.split(',').map((pair) => pair.split(' as '))
      const [, code = '', list = ''] = /^([^]*)export\{(.*)\};?\s*$/.exec(helpers.code) ?? []
      const given = pairs(list).map(([own, name = own]) => ({ own, name: `$$${name}` }))
      const exported = given.map(({ name }) => name).join(',')
      const body = `${code}return{${given.map(({ own, name }) => `${name}:${own}`).join(',')}}`
      const imports = new RegExp(
        `import\\{([^}]*)\\}from\\s*["'\`]\\./${nameOf(helpers.fileName).replaceAll('.', '\\.')}["'\`];`,
      )
      for (const chunk of chunks) {
        if (!chunk.imports.includes(helpers.fileName)) continue
        const [statement = '', list = ''] = imports.exec(chunk.code) ?? []
        if (statement === '') return this.error(`${chunk.fileName} takes the helpers in another way.`)
        chunk.imports = chunk.imports.filter((name) => name !== helpers.fileName)
        const taken = pairs(list).map(([name, own = name]) => ({ name, own }))
        const instead = chunk.imports.includes(start.fileName)
          ? `import{${taken.map(({ name, own }) => `$$${name} as ${own}`).join(',')}}from"./${nameOf(start.fileName)}";`
          : `const{${exported}}=(()=>{${body}})(),${taken.map(({ name, own }) => `${own}=$$${name}`).join(',')};`
        chunk.code =
          chunk.code.replace(statement, () => instead) + (chunk === start ? `export{${exported}};` : '')
      }
      start.exports = [...start.exports, ...exported.split(',')]
      delete bundle[helpers.fileName]
    },
  },
}

/** Chunks of the first view, and those that the page hints at, some of them for one vendor alone. */
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
          // What a vendor shares with the rest is wanted all the same.
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
          // A module waits for its style sheet, which is else not asked for before the module is.
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

/** Whether a file like this imports the module, itself or by others; what is imported at run time does not count. */
function isImportedBy(file: RegExp, id: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
  if (file.test(id)) return true
  seen.add(id)
  return (graph.getModuleInfo(id)?.importers ?? []).some(
    (importer) => !seen.has(importer) && isImportedBy(file, importer, graph, seen),
  )
}

/**
 * The composition, what asks for a page's board, what all vendors of a port share, wanted whichever is chosen, and of the vendors that hold
 * unless somebody says otherwise the wirings, and the flags' SDK: a page under the gate waits for it.
 */
const composed =
  /\/src\/(?:composition\/(?:compose-portal|wiring\/(?:auth0|launchdarkly|thoughtspot))\.ts$|ui\/pages\/dataset\/board-request\.tsx$|adapters\/(?:_shared\/|(?:identity-provider|flag-source)\/[\w-]+\.ts$|flag-source\/launchdarkly\/launchdarkly-sdk\.ts$))/

function chunkBehindTheShell(id: string, graph: ModuleGraph): string | null {
  // What a vendor takes from the core comes along with it.
  const start = id.includes('/src/core/')
    ? new RegExp(`${composed.source}|/src/composition/wiring/`)
    : composed
  if (isImportedBy(start, id, graph)) return 'start'
  // What only later pages share goes along: a file for each would be a round trip for each, and its name stands in the first one.
  const isShared =
    /\/src\/(?:state|ui\/hooks)\//.test(id) ||
    (/\/lucide-react\/|\/signed-out-notice\./.test(id) &&
      (graph.getModuleInfo(id)?.importers.length ?? 0) > 1)
  return isShared || isImportedBy(/\/src\/ui\/app\/deferred-ui\.ts$/, id, graph) ? 'deferred-ui' : null
}

/** Pact keeps one file per provider and one native library per process: one test file after the other. */
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

/** What holds for every test there is. */
const everyTest = {
  clearMocks: true,
  restoreMocks: true,
  unstubGlobals: true,
  unstubEnvs: true,
  passWithNoTests: false,
  // A process of its own, and everything loaded anew, for each file costs more than most files do: a worker runs one after the
  // other. So a test takes down what it sets up, and a module that tests share registers no hooks.
  isolate: false,
  // A hang ends a test; a slow machine does not.
  testTimeout: 60_000,
  // What a list held says why a test failed; of one that passed when tried again nothing else is left.
  chaiConfig: { truncateThreshold: 400 },
  // Nor does it end what waits for a state: a second, Vitest's own timeout, is nothing on a busy machine.
  expect: { poll: { timeout: 20_000 } },
  // The first test of all may wait for the sample data to be made.
  hookTimeout: 60_000,
} as const

/** Parts of the BI application. They are Preact's, so the portal's plugin, which makes elements React's, stays out of it. */
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

/** One file after the other, each with the one server that the set-up starts. */
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
      ...onceMore,
      testTimeout: 240_000,
      hookTimeout: 240_000,
    },
  }
}

/** `Features.LightDark` of Lightning CSS, which comes with Vite and is not handed on by it. */
const lightDark = 1_048_576

const assetsDir = 'open-data'
const hashedName = (ending: string): string => `${assetsDir}/[name]-[hash:6].${ending}`

const workers = Math.max(2, availableParallelism())

// Whoever tests, and all that they build and start.
if (process.env['VITEST'] !== undefined) process.env['NO_ENV_FILES'] = 'yes'

export default defineConfig(() => ({
  define: constantsOf(builtInConfiguration()),
  base: '/',
  // Only what must keep its own name lies here; everything else is imported and gets a hashed one.
  publicDir: 'src/ui/public',
  plugins: [
    react(),
    plainIcons,
    shortTables,
    reviewedFlags,
    noFileOfHelpers,
    inlineStyles(),
    brandedPage(builtInConfiguration()),
    shortPage,
    hintSoonNeeded,
  ],
  // Nothing here writes light-dark(): what older browsers would need for it is left out.
  css: { lightningcss: { exclude: lightDark } },
  resolve: {
    dedupe: ['react', 'react-dom'],
    // The router brings a stand-in for what React itself has had since its version 18.
    alias: { 'use-sync-external-store/shim/index.js': 'react' },
  },
  build: {
    outDir: 'dist/portal',
    assetsDir,
    // Tells a server which files may be cached for ever.
    manifest: true,
    target: 'es2022',
    modulePreload: {
      polyfill: false,
      // A later chunk asks for nothing that the page has asked for: the names would only make the first chunk longer.
      resolveDependencies: (_file, imports, { hostType }) =>
        imports.filter(
          (name) =>
            hostType === 'html' || name.endsWith('.css') || !(first.has(name) || isHintedForAll(name)),
        ),
    },
    rolldownOptions: {
      output: {
        // Six letters tell one version from the next. The first file has the names of all others in it, and they are what cannot be compressed.
        entryFileNames: hashedName('js'),
        chunkFileNames: hashedName('js'),
        assetFileNames: hashedName('[ext]'),
        codeSplitting: {
          groups: [
            // All that the page imports statically, React among it: one file, although later chunks use parts of it too.
            { name: 'shell', tags: ['$initial'] },
            // What the first dashboard waits for besides: one file with all that it imports; another for the deferred UI behind it. A file of
            // a kB or two costs a round trip where a server has six connections.
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
    // Vitest would leave one core to itself, half of a small machine.
    maxWorkers: workers,
    projects: [
      // Projects begin in the order of their names; what takes longest, in browsers, goes first.
      nodeProject('adapters', ['adapters', 'conformance'], onceMore),
      nodeProject('local', ['local', 'contracts'], onceMore),
      // All the others, so that no folder is left out.
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
          // Icons are drawn as the build draws them.
          server: { deps: { inline: ['lucide-react'] } },
        },
      },
      frameProject,
      // Against the real services: `npm run test:open-stack`, no part of `npm test`. One of each, started where a file is about it.
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
          // Each has a stack and a browser of its own.
          maxWorkers: workers,
          sequence: { groupOrder: 1 },
          ...onceMore,
          // A whole visit in one page life, on a machine that may be busy.
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
}))

import { adapterMap, type AdapterLine } from '../../src/composition/adapter-map'
import { onlyAtRunTime, packageOf, resolveImport, type Import } from './imports'

/** What one part of the repository may import. Its own files are always allowed. */
interface Part {
  /**
   * Path prefixes from the root. `$1` is what the part's own first `*` matched, and a prefix that ends in `*` means files directly in that
   * folder.
   */
  readonly imports: readonly string[]
  /** Only their types. */
  readonly types?: readonly string[]
  /** `*` for any; Node's own modules count as packages. */
  readonly packages?: readonly string[]
}

/** What every feature of the core may import, and the session. */
const ground = ['src/core/kernel/', 'src/core/ports/']
const grounded = [...ground, 'src/core/session/']

const shown = ['react', 'react-dom', 'wouter', 'zustand']
const drawn = [...shown, '@base-ui/react', 'lucide-react', 'react-error-boundary']

/** What adapters may import from the core: its ports, and stateless rules. They reach a service of the core through a port. */
const vocabulary = [
  'src/core/ports/',
  'src/core/kernel/',
  'src/core/embedding/',
  'src/core/favorites/',
  'src/core/flags/',
  'src/core/session/tab-message',
  'src/core/theme/',
  'src/core/tokens/token-failure',
]
const frame = (...layers: readonly string[]): readonly string[] =>
  layers.map((layer) => `local/bi-host/frame/${layer}/`)
const drawnInFrame = ['local/bi-host/rendering/', 'local/bi-host/wire/']
const framePage = {
  imports: [...drawnInFrame, ...frame('protocol', 'theme', 'host', 'parts', 'tiles')],
  packages: ['preact', 'lucide'],
} as const satisfies Part

const bi = (...layers: readonly string[]): readonly string[] =>
  layers.map((layer) => `local/bi-host/${layer}/`)

/**
 * The layer rules of docs/architecture.md, part by part from the bottom up. A file belongs to the part with the longest matching path; `*`
 * stands for one name. A file without a part is a violation itself.
 */
const parts: Readonly<Record<string, Part>> = {
  // The portal's core: use cases on top, then features, then ports.
  'src/core/': { imports: ['src/core/'] },
  'src/core/kernel/': { imports: [] },
  'src/core/ports/': { imports: ['src/core/kernel/'] },
  'src/core/catalogue/': { imports: ground },
  'src/core/session/': { imports: ground },
  'src/core/theme/': { imports: ground },
  'src/core/tokens/': { imports: grounded },
  'src/core/flags/': { imports: grounded },
  'src/core/dashboards/': { imports: grounded },
  'src/core/research/': { imports: grounded },
  'src/core/embedding/': { imports: [...grounded, 'src/core/theme/'] },
  'src/core/shell/': { imports: [...ground, 'src/core/catalogue/', 'src/core/theme/'] },
  'src/core/navigation/': { imports: [...ground, 'src/core/embedding/'] },
  'src/core/favorites/': { imports: [...grounded, 'src/core/catalogue/', 'src/core/embedding/'] },

  // The rest of the portal.
  'src/adapters/_shared/': { imports: vocabulary, packages: ['valibot'] },
  'src/adapters/*/': { imports: [...vocabulary, 'src/adapters/_shared/'], packages: ['valibot'] },
  // One vendor's folder: of its port it may import what all vendors share, and no other vendor.
  'src/adapters/*/*/': {
    imports: [...vocabulary, 'src/adapters/_shared/', 'src/adapters/$1/*'],
    packages: ['valibot'],
  },
  'src/state/': { imports: ['src/core/'], packages: ['zustand'] },
  'src/composition/': {
    imports: ['src/core/', 'src/adapters/', 'src/state/'],
    packages: ['inversify', 'valibot'],
  },
  // The UI: each layer may import only those above it in this list; a page imports no other page, a feature no other feature.
  'src/ui/hooks/': { imports: ['src/core/', 'src/state/'], packages: shown },
  'src/ui/components/': {
    imports: ['src/core/', 'src/state/', 'src/ui/hooks/', 'src/ui/styles/', 'src/ui/public/open-data/logo/'],
    packages: drawn,
  },
  'src/ui/features/*': {
    imports: ['src/core/', 'src/state/', 'src/ui/components/', 'src/ui/hooks/', 'src/ui/styles/'],
    packages: [...drawn, '@leeoniya/ufuzzy'],
  },
  'src/ui/pages/*': {
    imports: [
      'src/core/',
      'src/state/',
      'src/ui/features/',
      'src/ui/components/',
      'src/ui/hooks/',
      'src/ui/styles/',
    ],
    packages: [...drawn, '@tanstack/react-virtual'],
  },
  'src/ui/app/': { imports: ['src/core/', 'src/state/', 'src/ui/'], packages: drawn },
  // Files that the browser gets unchanged.
  'src/ui/public/': { imports: [] },
  'src/main.tsx': {
    imports: ['src/core/', 'src/state/', 'src/composition/', 'src/ui/'],
    packages: ['react', 'react-dom'],
  },

  // The embedded stack, from the bottom up. It may import types of the portal's core, never its code.
  'local/http/': { imports: [], packages: ['*'] },
  'local/provider-states/': { imports: ['local/http/'], packages: ['*'] },
  // Services may import the base, and of each other only what is named here.
  'local/identity/': { imports: ['local/http/'], packages: ['*'] },
  'local/flags/': {
    imports: ['local/http/', 'local/provider-states/', 'local/identity/people'],
    packages: ['*'],
  },
  'local/token-service/': {
    imports: ['local/http/', 'local/provider-states/', 'local/identity/people', 'local/bi-host/wire/'],
    packages: ['*'],
  },
  // Deployable on its own: of the embedded stack it imports only how services listen and check access tokens.
  'local/gateway/': {
    imports: ['local/http/'],
    packages: [
      'fastify',
      'jose',
      'valibot',
      'vite',
      'node:async_hooks',
      'node:crypto',
      'node:fs',
      'node:net',
      'node:timers',
      'node:url',
    ],
  },
  // Builds its policy from the map of adapters.
  'local/portal/': {
    imports: [
      'local/http/',
      'src/composition/adapter-map',
      'src/composition/configuration-table',
      'src/core/catalogue/',
    ],
    packages: ['*'],
  },
  // Token service, flags and the other services on their origin.
  'local/services.ts': {
    imports: [
      'local/http/',
      'local/provider-states/',
      'local/flags/',
      'local/identity/',
      'local/token-service/',
      'local/bi-host/wire/',
    ],
    packages: ['*'],
  },
  // What the real open services need. Their dashboards are derived from the embedded ones, in the portal's own colors.
  'local/open-stack/': {
    imports: ['local/http/', 'local/gateway/', 'local/bi-host/', 'src/core/theme/'],
    types: ['src/core/'],
    packages: ['*'],
  },
  // Reads a deployment's configuration as the portal does, and queries its hosts with the portal's own adapters.
  'local/deployment/': {
    imports: [
      'src/composition/',
      'src/adapters/',
      'src/core/catalogue/',
      'src/core/flags/',
      'src/core/kernel/flag-table',
    ],
    packages: ['*'],
  },
  // Commands run the contracts, draw the diagrams with the code that checks them, and compare releases of the vendor's SDK.
  'local/cli/': { imports: ['local/', 'contracts/', 'test/architecture/', 'test/oracle/'], packages: ['*'] },
  // The BI vendor's stand-in, layer by layer: each may import only those named above it. The reader of questions has its own issue. First:
  // the messages between both sides of the BI host, and the token that its services share.
  'local/bi-host/wire/': { imports: [], types: ['src/core/'], packages: ['jose'] },
  'local/bi-host/rendering/': { imports: ['local/bi-host/wire/'], packages: ['echarts'] },
  'local/bi-host/data/': {
    imports: [],
    packages: ['valibot', '@duckdb/node-api', 'node:fs', 'node:path'],
  },
  'local/bi-host/model/': { imports: ['local/bi-host/wire/'] },
  'local/bi-host/warehouse/': {
    imports: bi('wire', 'data', 'model'),
    packages: ['@duckdb/node-api', 'fastify', 'node:crypto', 'node:events', 'node:fs'],
  },
  'local/bi-host/query/': {
    imports: [...bi('wire', 'rendering', 'model', 'warehouse'), 'local/http/is-record'],
    packages: ['jsep', 'valibot'],
  },
  'local/bi-host/questions/': { imports: bi('wire', 'rendering', 'model', 'warehouse', 'query') },
  'local/bi-host/answers/read/': {
    imports: bi('wire', 'rendering', 'data', 'model', 'warehouse', 'query', 'questions'),
  },
  'local/bi-host/store/': {
    imports: bi('wire'),
    packages: ['valibot', 'node:crypto', 'node:fs', 'node:path'],
  },
  'local/bi-host/boards/': {
    imports: bi('wire', 'rendering', 'model', 'warehouse', 'query', 'questions', 'answers/read', 'store'),
    packages: ['valibot', 'node:crypto'],
  },
  'local/bi-host/assistant/': {
    imports: bi(
      'wire',
      'rendering',
      'model',
      'warehouse',
      'query',
      'questions',
      'answers/read',
      'store',
      'boards',
    ),
    packages: ['valibot', 'node:crypto', 'node:path', 'node:util'],
  },
  'local/bi-host/server/': {
    imports: [
      'local/http/',
      'local/identity/',
      'local/provider-states/',
      ...bi(
        'wire',
        'rendering',
        'data',
        'model',
        'warehouse',
        'query',
        'questions',
        'answers/read',
        'store',
        'boards',
        'assistant',
      ),
    ],
    packages: ['*'],
  },
  // The page in the iframe: each layer may import those above it here; a page of it imports no other page, and nothing of the server.
  'local/bi-host/frame/protocol/': { imports: ['local/bi-host/wire/'] },
  'local/bi-host/frame/theme/': { imports: [...drawnInFrame, ...frame('protocol')] },
  'local/bi-host/frame/host/': { imports: ['local/bi-host/wire/', ...frame('protocol')] },
  'local/bi-host/frame/parts/': {
    imports: [...drawnInFrame, ...frame('protocol', 'theme', 'host')],
    packages: ['preact', 'lucide'],
  },
  'local/bi-host/frame/tiles/': {
    imports: [...drawnInFrame, ...frame('protocol', 'theme', 'host', 'parts')],
    packages: ['preact', 'echarts', 'fflate', 'write-excel-file'],
  },
  'local/bi-host/frame/board/': framePage,
  'local/bi-host/frame/builder/': framePage,
  'local/bi-host/frame/assistant/': framePage,
  'local/bi-host/frame/edit/': {
    imports: [...framePage.imports, ...frame('styles')],
    packages: ['preact', 'lucide', 'gridstack'],
  },
  'local/bi-host/frame/app/': {
    imports: [...framePage.imports, ...frame('board', 'builder', 'assistant', 'edit')],
    packages: ['preact'],
  },
  // Its entry point, and its build.
  'local/bi-host/frame/': { imports: frame('protocol', 'app', 'styles'), packages: ['vite', 'node:url'] },

  // The contracts with the services behind the portal: they drive the adapters, are verified against services, then reported.
  'contracts/interactions/': {
    imports: ['src/adapters/', 'src/core/', 'local/provider-states/'],
    packages: ['*'],
  },
  'contracts/verification/': {
    imports: [
      'contracts/interactions/',
      // Where no pact can express it, they use the portal's own readers, so that they require no more than the portal needs.
      'src/adapters/',
      'local/services',
      'local/provider-states/',
      'local/http/',
      'local/deployment/ask',
      'local/identity/people',
      'local/bi-host/',
    ],
    packages: ['*'],
  },
  'contracts/gate/': {
    imports: ['contracts/interactions/', 'local/http/'],
    types: ['contracts/verification/'],
    packages: ['*'],
  },
  // Tests: support imports no other test, conformance imports support, journeys import only support.
  'test/support/': {
    imports: ['src/', 'local/', 'contracts/verification/other-languages/'],
    packages: ['*'],
  },
  'test/conformance/': { imports: ['src/', 'local/', 'test/support/'], packages: ['*'] },
  'test/e2e/': { imports: ['src/', 'local/', 'test/support/'], packages: ['*'] },
  'test/': {
    imports: ['src/', 'local/', 'contracts/', 'vite.config', 'test/support/', 'test/conformance/'],
    packages: ['*'],
  },
}

/** A vendor's package may be imported only by the folders of its line in the map of adapters. */
const vendors: readonly AdapterLine[] = Object.values(adapterMap).flatMap((choice) =>
  Object.values(choice.vendors),
)

function packagesOf(file: string): readonly string[] {
  return vendors
    .filter(({ folders }) => folders.some((folder) => file.startsWith(`src/adapters/${folder}/`)))
    .flatMap(({ packages }) => packages)
}

/** Imports with a computed module name cannot be checked, so only these files may have them. */
const loaders = [
  'local/cli/run.cjs',
  'test/architecture/contracts.test.ts',
  'test/support/configured-stack.ts',
  'test/support/stack.ts',
  'test/support/whole-stack.ts',
]

interface Claim {
  /** The part's path with each `*` filled in. */
  readonly path: string
  readonly part: Part
  /** What its first `*` matched. */
  readonly star: string
}

const byLength = Object.entries(parts)
  .map(([path, part]) => ({
    expression: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll('*', '([^/]+)')}`),
    length: path.length,
    part,
  }))
  .sort((one, other) => other.length - one.length)

/** The part that a file belongs to. */
function partOf(file: string): Claim | null {
  for (const { expression, part } of byLength) {
    const found = expression.exec(file)
    if (found) return { path: found[0], part, star: found[1] ?? '' }
  }
  return null
}

/** Every import that violates the rules, as `file → specifier: why`. */
export function violations(files: ReadonlyMap<string, readonly Import[]>): readonly string[] {
  return [...files].flatMap(([file, imports]) => {
    const claim = partOf(file)
    if (!claim) return [`${file}: belongs to no part`]
    return imports.flatMap((one) => {
      const why = refusal(claim, file, one)
      return why === null ? [] : [`${file} → ${one.specifier}: ${why}`]
    })
  })
}

function refusal(claim: Claim, file: string, { specifier, typeOnly }: Import): string | null {
  if (specifier === onlyAtRunTime) {
    return loaders.includes(file) ? null : 'name the module, so that it can be judged'
  }
  const target = resolveImport(file, specifier)
  if (target === null) {
    const allowed = [...(claim.part.packages ?? []), ...packagesOf(file)]
    const name = packageOf(specifier)
    return allowed.includes('*') || allowed.includes(name) ? null : `the package ${name} is not for this part`
  }
  const within = (prefixes: readonly string[]): boolean =>
    prefixes.some((prefix) => {
      const [path = '', filesAlone] = prefix.replace('$1', claim.star).split('*')
      return (
        `${target}/`.startsWith(path) &&
        (filesAlone === undefined || !target.slice(path.length).includes('/'))
      )
    })
  // A part inside another counts as a separate part: the outer one has to name it.
  const own = partOf(target)?.path ?? partOf(`${target}.ts`)?.path
  if (own === claim.path || within(claim.part.imports)) return null
  if (within(claim.part.types ?? [])) return typeOnly ? null : `only types may come from ${target}`
  return `${target} is out of bounds`
}

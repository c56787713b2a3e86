import { onlyAtRunTime, packageOf, resolveImport, type Import } from './imports'

/** What one part of the source may name. Paths are prefixes from the root, `$port` is the adapter folder's own name. */
interface Zone {
  readonly files: RegExp
  readonly mayImport: readonly string[]
  /** Only their types. */
  readonly mayImportTypes?: readonly string[]
  readonly packages: readonly string[]
}

/** The law of docs/architecture.md, first match wins. A file that no zone claims is itself a violation. */
const zones: readonly Zone[] = [
  { files: /^src\/core\//, mayImport: ['src/core/'], packages: [] },
  {
    files: /^src\/adapters\/_shared\//,
    mayImport: ['src/core/', 'src/adapters/_shared/'],
    packages: ['valibot'],
  },
  {
    files: /^src\/adapters\/(?<port>[a-z-]+)\//,
    mayImport: ['src/core/', 'src/adapters/_shared/', 'src/adapters/$port/'],
    packages: ['valibot'],
  },
  { files: /^src\/state\//, mayImport: ['src/core/', 'src/state/'], packages: ['zustand'] },
  {
    files: /^src\/composition\//,
    mayImport: ['src/core/', 'src/adapters/', 'src/state/', 'src/composition/'],
    packages: ['inversify', 'valibot'],
  },
  {
    files: /^src\/ui\//,
    mayImport: ['src/core/', 'src/state/', 'src/ui/'],
    packages: [
      'react',
      'react-dom',
      'wouter',
      'zustand',
      '@base-ui/react',
      '@tanstack/react-virtual',
      '@leeoniya/ufuzzy',
      '@fontsource-variable/urbanist',
      'lucide-react',
      'react-error-boundary',
    ],
  },
  {
    files: /^src\/main\.tsx$/,
    mayImport: ['src/core/', 'src/state/', 'src/composition/', 'src/ui/'],
    packages: ['react', 'react-dom'],
  },
  {
    files: /^local\/bi-host\/frame\//,
    mayImport: ['local/bi-host/frame/', 'local/bi-host/rendering/', 'local/bi-host/wire/'],
    packages: ['preact', 'echarts', 'gridstack', 'lucide', 'vite', 'node:url'],
  },
  // Commands run the contracts; a service knows the names of the states it is put into.
  {
    files: /^local\/cli\//,
    mayImport: ['local/', 'contracts/'],
    mayImportTypes: ['src/core/'],
    packages: ['*'],
  },
  {
    files: /^local\//,
    mayImport: ['local/'],
    mayImportTypes: ['src/core/'],
    packages: ['*'],
  },
]

/** A vendor's package is known to the folder of its own port, and nowhere else. */
const vendors: Readonly<Record<string, readonly string[]>> = {
  'identity-provider': ['@auth0/auth0-spa-js', 'oauth4webapi'],
  'dashboard-surface': ['@thoughtspot/visual-embed-sdk', 'react', 'react-dom'],
  'flag-source': ['launchdarkly-js-client-sdk'],
}

/** Files whose work it is to import what they are told to. */
const loaders = ['local/cli/run.cjs']

/** Every import that breaks the law, as `file → specifier: why`. */
export function violations(files: ReadonlyMap<string, readonly Import[]>): readonly string[] {
  return [...files].flatMap(([file, imports]) => {
    const zone = zones.find((one) => one.files.test(file))
    if (!zone) return [`${file}: belongs to no zone`]
    const port = zone.files.exec(file)?.groups?.['port'] ?? ''
    return imports.flatMap((one) => {
      const why = refusal(zone, port, file, one)
      return why === null ? [] : [`${file} → ${one.specifier}: ${why}`]
    })
  })
}

function refusal(zone: Zone, port: string, file: string, { specifier, typeOnly }: Import): string | null {
  if (specifier === onlyAtRunTime) {
    return loaders.includes(file) ? null : 'name the module, so that it can be judged'
  }
  const target = resolveImport(file, specifier)
  if (target === null) {
    const allowed = [...zone.packages, ...(vendors[port] ?? [])]
    const name = packageOf(specifier)
    return allowed.includes('*') || allowed.includes(name) ? null : `the package ${name} is not for this part`
  }
  const within = (prefixes: readonly string[]): boolean =>
    prefixes.some((prefix) => target.startsWith(prefix.replace('$port', port)))
  if (within(zone.mayImport)) return null
  if (within(zone.mayImportTypes ?? [])) return typeOnly ? null : `only types may come from ${target}`
  return `${target} is out of bounds`
}

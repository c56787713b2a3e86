import type { Ports } from '../../src/core/ports'
import {
  entriesOf,
  identifiersIn,
  isNode,
  membersOf,
  nameOf,
  nodesIn,
  readSources,
  type Source,
} from './syntax'

export type PortName = keyof Ports

const registrations = 'src/ui/app/pages.ts'
const useCasesFile = 'src/core/use-cases.ts'
const storesFile = 'src/state/stores.ts'
const portsFile = 'src/core/ports/index.ts'

/** Screens that no registration names, by the folder of their parts. */
const others: Readonly<Record<string, string>> = {
  'Curated dashboards': 'src/ui/pages/dataset/',
  'Every page: sidebar, sign-in, notices': 'src/ui/app/',
}
/** Where one screen ends and another begins. */
const ends = [registrations, 'src/ui/app/use-deferred-ui.ts', 'src/ui/hooks/use-app.tsx']

/**
 * Which screens need which port: from a screen's own files to the stores and use cases they name, from those to the ports the core
 * asks, and from a port to the ports its adapters ask. Read off the parsed sources; nothing is listed by hand but the two screens
 * that no registration names.
 */
export function screensByPort(): ReadonlyMap<PortName, readonly string[]> {
  const sources = readSources()
  const graph = createGraph(sources)
  const found = new Map<PortName, string[]>()
  for (const [screen, file] of screensIn(sources)) {
    for (const port of graph.portsOfScreen(file)) found.set(port, [...(found.get(port) ?? []), screen])
  }
  return found
}

/** Screens by their title, and where they begin: registered pages and what is registered for the top menu. */
function screensIn(sources: ReadonlyMap<string, Source>): readonly (readonly [string, string])[] {
  const source = sourceOf(sources, registrations)
  const pages = [...nodesIn(source.program)].flatMap((node) => {
    const entry = new Map(entriesOf(node))
    const title = entry.get('title')
    const page = entry.get('Page')
    const loaded = page && [...nodesIn(page)].find(({ type }) => type === 'ImportExpression')
    if (title === undefined || loaded === undefined || !isNode(loaded['source'])) return []
    const path = String(loaded['source']['value']).replace('../', 'src/ui/')
    return [[String(title['value']), `${path}.tsx`] as const]
  })
  const controls = [...nodesIn(source.program)].flatMap((node) => {
    const entry = new Map(entriesOf(node))
    const file = source.names.get(nameOf(entry.get('Control')) ?? '')
    const id = entry.get('id')
    return file === undefined || id === undefined ? [] : [[`Top menu: ${String(id['value'])}`, file] as const]
  })
  return [...Object.entries(others), ...pages, ...controls]
}

function sourceOf(sources: ReadonlyMap<string, Source>, file: string): Source {
  const source = sources.get(file)
  if (source === undefined) throw new Error(`There is no ${file}.`)
  return source
}

function createGraph(sources: ReadonlyMap<string, Source>) {
  const useCases = sourceOf(sources, useCasesFile)
  // Not the interfaces above it, whose parameters have the same names.
  const made = [...nodesIn(useCases.program)].find(
    (node) => node.type === 'FunctionDeclaration' && nameOf(node['id']) === 'createUseCases',
  )
  const stores = sourceOf(sources, storesFile)
  const portFiles = new Map(portFilesIn(sources))
  const asked = portsOfPorts()

  /** Files that can be reached by imports, within one part of the source. */
  function reached(from: string, within: string, stops: readonly string[]): ReadonlySet<string> {
    const seen = new Set<string>()
    const look = (file: string): void => {
      if (seen.has(file) || !file.startsWith(within)) return
      seen.add(file)
      if (!stops.includes(file)) for (const next of sources.get(file)?.imports ?? []) look(next)
    }
    look(from)
    return seen
  }

  function portsOfFile(file: string): readonly PortName[] {
    return [...reached(file, 'src/core/', [useCasesFile, portsFile])].flatMap(
      (one) => portFiles.get(one) ?? [],
    )
  }

  /** What stands in a declaration of `createUseCases` for this name: other names, until one is imported or is a port. */
  function portsOfName(name: string, seen: Set<string>): readonly PortName[] {
    if (seen.has(name)) return []
    seen.add(name)
    if ([...portFiles.values()].includes(name as PortName)) return [name as PortName]
    const file = useCases.names.get(name)
    if (file !== undefined) return file === portsFile ? [] : portsOfFile(file)
    const declared = [...nodesIn(made)].filter(
      (node) =>
        (node.type === 'VariableDeclarator' && nameOf(node['id']) === name) ||
        (node.type === 'Identifier' && node['name'] === name && isNode(node['typeAnnotation'])),
    )
    return declared.flatMap((node) => [...identifiersIn(node)].flatMap((next) => portsOfName(next, seen)))
  }

  /** Of a use case or a feed. One that is spread in from another file is that file's. */
  function portsOfMember(member: string): readonly PortName[] {
    const own = [...nodesIn(made)]
      .filter(({ type }) => type === 'ReturnStatement')
      .flatMap(({ argument }) => [...nodesIn(argument)].flatMap(entriesOf))
      .filter(([key]) => key === member)
    if (own.length > 0) {
      return own.flatMap(([, at]) => [...identifiersIn(at)].flatMap((name) => portsOfName(name, new Set())))
    }
    const owners = useCases.imports.filter((file) =>
      [...nodesIn(sources.get(file)?.program)].some(
        (node) =>
          (node.type === 'TSPropertySignature' || node.type === 'TSMethodSignature') &&
          nameOf(node['key']) === member,
      ),
    )
    return owners.flatMap(portsOfFile)
  }

  function portsOfStore(store: string): readonly PortName[] {
    const names = [...nodesIn(stores.program)]
      .filter((node) => node.type === 'VariableDeclarator')
      .flatMap((node) => [
        ...(nameOf(node['id']) === store ? [...identifiersIn(node['init'])] : []),
        ...(nameOf(node['id']) === 'stores'
          ? entriesOf(node['init']).flatMap(([key, at]) => (key === store ? [...identifiersIn(at)] : []))
          : []),
      ])
    const files = new Set(names.flatMap((name) => stores.names.get(name) ?? []))
    const called = [...files].flatMap((file) => [...membersOf('useCases', sources.get(file)?.program)])
    const fed = [...nodesIn(stores.program)].flatMap((node) => {
      const callee = node['callee']
      if (node.type !== 'CallExpression' || !isNode(callee) || nameOf(callee['object']) !== 'feeds') return []
      return identifiersIn(node['arguments']).has(store) ? (nameOf(callee['property']) ?? []) : []
    })
    return [...called, ...fed].flatMap(portsOfMember)
  }

  function portsOfPorts(): ReadonlyMap<PortName, ReadonlySet<PortName>> {
    const found = new Map<PortName, ReadonlySet<PortName>>()
    for (const [file, port] of portFiles) {
      const folder = `src/adapters/${file.slice('src/core/ports/'.length, -'.ts'.length)}/`
      const core = [...sources].flatMap(([one, { imports }]) => (one.startsWith(folder) ? imports : []))
      found.set(port, new Set(core.filter((one) => one.startsWith('src/core/tokens/')).flatMap(portsOfFile)))
    }
    return found
  }

  return {
    portsOfScreen(place: string): ReadonlySet<PortName> {
      const elsewhere = Object.values(others).filter((folder) => !place.startsWith(folder))
      const roots = [...sources.keys()].filter((file) => file.startsWith(place))
      const stops = [
        ...ends,
        ...[...sources.keys()].filter((file) => elsewhere.some((folder) => file.startsWith(folder))),
      ]
      const files = new Set(roots.flatMap((file) => [...reached(file, 'src/ui/', stops)]))
      const programs = [...files]
        .filter((file) => !stops.includes(file))
        .map((file) => sources.get(file)?.program)
      const direct = [
        ...programs.flatMap((program) => [...membersOf('stores', program)]).flatMap(portsOfStore),
        ...programs.flatMap((program) => [...membersOf('useCases', program)]).flatMap(portsOfMember),
      ]
      return new Set(direct.flatMap((port) => [port, ...(asked.get(port) ?? [])]))
    },
  }
}

/** Ports by the file of their promise, off the record of all of them. */
function portFilesIn(sources: ReadonlyMap<string, Source>): readonly (readonly [string, PortName])[] {
  const { program, names } = sourceOf(sources, portsFile)
  return [...nodesIn(program)].flatMap((node) => {
    if (node.type !== 'TSPropertySignature') return []
    const type = [...identifiersIn(node['typeAnnotation'])].find((name) => names.has(name))
    const file = type === undefined ? undefined : names.get(type)
    return file === undefined ? [] : [[file, nameOf(node['key']) as PortName] as const]
  })
}

import { graphOf, readImports } from './imports'

/** One diagram. Its rooms are path prefixes; a file belongs to the longest matching one. */
interface Picture {
  readonly name: string
  readonly rooms: readonly string[]
}

const below = (folder: string, names: string): readonly string[] =>
  names.split(' ').map((name) => `${folder}/${name}`)

const pictures: readonly Picture[] = [
  {
    name: 'house',
    rooms: [
      ...below('src', 'core adapters state composition ui main.tsx'),
      ...below(
        'local',
        'cli deployment open-stack services.ts portal identity token-service gateway flags http provider-states bi-host',
      ),
      'contracts',
    ],
  },
  {
    name: 'core',
    rooms: below(
      'src/core',
      'kernel ports catalogue session tokens flags dashboards favorites research embedding theme navigation shell',
    ),
  },
  { name: 'screen', rooms: below('src/ui', 'app pages features components hooks') },
  {
    name: 'bi-host',
    rooms: below(
      'local/bi-host',
      'wire data model warehouse query answers/read questions store rendering boards assistant server frame',
    ),
  },
]

/** Every diagram of docs/architecture.md, as Mermaid, by name. Implied arrows are left out. */
export function drawn(): ReadonlyMap<string, string> {
  const graph = graphOf(
    new Map([...readImports('src'), ...readImports('local'), ...readImports('contracts')]),
  )
  return new Map(pictures.map(({ name, rooms }) => [name, drawing(rooms, graph)]))
}

/** The document with the diagram between each pair of marks redrawn. */
export function withPictures(document: string, all: ReadonlyMap<string, string>): string {
  return document.replaceAll(
    /(<!-- picture: ([\w-]+) -->\n)[\s\S]*?(<!-- end of picture -->)/g,
    (_found, start: string, name: string, end: string) => {
      const picture = all.get(name)
      if (picture === undefined) throw new Error(`No picture is called ${name}.`)
      return `${start}\n\`\`\`mermaid\n${picture}\n\`\`\`\n\n${end}`
    },
  )
}

export function drawing(rooms: readonly string[], graph: ReadonlyMap<string, readonly string[]>): string {
  const longestFirst = rooms.toSorted((one, other) => other.length - one.length)
  const roomOf = (file: string): string | undefined =>
    longestFirst.find((room) => file === room || file.startsWith(`${room}/`))
  const arrows = new Map<string, Set<string>>(rooms.map((room) => [room, new Set()]))
  for (const [file, targets] of graph) {
    const from = roomOf(file)
    if (from === undefined) continue
    for (const target of targets) {
      const to = roomOf(target)
      if (to !== undefined && to !== from) arrows.get(from)?.add(to)
    }
  }
  const shared = rooms[0]?.split('/').slice(0, -1).join('/') ?? ''
  const common = rooms.every((room) => room.startsWith(`${shared}/`)) ? `${shared}/` : ''
  const id = (room: string): string => room.replaceAll(/\W/g, '_')
  return [
    'flowchart TD',
    ...rooms.map((room) => `  ${id(room)}["${room.slice(common.length)}"]`),
    ...[...arrows].flatMap(([from, targets]) =>
      [...targets]
        .filter((to) => ![...targets].some((by) => by !== to && leads(by, to, arrows)))
        .toSorted()
        .map((to) => `  ${id(from)} --> ${id(to)}`),
    ),
  ].join('\n')
}

/** Whether arrows lead from one room to another. */
function leads(from: string, to: string, arrows: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const reached = new Set([from])
  for (const room of reached) for (const next of arrows.get(room) ?? []) reached.add(next)
  return reached.has(to)
}

import { readFileSync } from 'node:fs'

const sdk = 'node_modules/@thoughtspot/visual-embed-sdk/src'
const contracts = `${sdk}/embed/hostEventClient/contracts.ts`

/**
 * Faults of the payload of a host event without a contract, by its comment in the SDK (`HostEvent` in `types.ts`): each of its members is
 * there as `name`, with a colon or a dash and its description.
 */
export function commentProblems(event: string, payload: object): readonly string[] {
  const text = readFileSync(`${sdk}/types.ts`, 'utf8')
  const all = text.slice(text.indexOf('export enum HostEvent {'))
  const [comment = ''] = new RegExp(`/\\*\\*(?:(?!\\*/)[\\s\\S])*\\*/\\s*\\w+ = '${event}',`).exec(all) ?? []
  const known = [...comment.matchAll(/^\s*\*\s+- `(\w+)`(?::| —)/gm)].map(([, name]) => name)
  if (known.length === 0) return [`${event} has no members in its comment`]
  return Object.keys(payload)
    .filter((name) => !known.includes(name))
    .map((name) => `${event}.${name} is unknown`)
}

/** Faults of a payload by the SDK's own contract of a UI passthrough call (`embed/hostEventClient/contracts.ts`). */
export function contractProblems(call: string, payload: unknown): readonly string[] {
  const text = readFileSync(contracts, 'utf8')
  const [, event = ''] = new RegExp(`(\\w+) = '${call}'`).exec(text) ?? []
  const [, request] =
    new RegExp(`\\[UIPassthroughEvent\\.${event}\\]: \\{\\s*request: \\{([\\s\\S]*?)\\n    \\};`).exec(
      text,
    ) ?? []
  if (request === undefined) return [`${call} has no contract`]
  return problemsOf(payload, request, text, call)
}

/** Members of one level, `name?: kind;`; those of a named interface are looked up. */
function problemsOf(value: unknown, members: string, text: string, path: string): readonly string[] {
  const known = [...members.matchAll(/(\w+)(\??): ([^;]+);/g)].map(
    ([, name = '', optional = '', kind = '']) => ({
      name,
      optional: optional !== '',
      kind: kind.trim(),
    }),
  )
  const fields = value as Readonly<Record<string, unknown>>
  const strange = Object.keys(fields).filter((name) => !known.some((member) => member.name === name))
  const wrong = known.flatMap(({ name, optional, kind }) => {
    const given = fields[name]
    if (given === undefined) return optional ? [] : [`${path}.${name} is missing`]
    return kindProblems(given, kind, text, `${path}.${name}`)
  })
  return [...strange.map((name) => `${path}.${name} is unknown`), ...wrong]
}

function kindProblems(given: unknown, kind: string, text: string, path: string): readonly string[] {
  if (kind.endsWith('[]'))
    return Array.isArray(given)
      ? given.flatMap((one, at) => kindProblems(one, kind.slice(0, -2), text, `${path}.${at}`))
      : [`${path} is no list`]
  const [, members] = new RegExp(`interface ${kind} \\{([\\s\\S]*?)\\n\\}`).exec(text) ?? []
  if (members !== undefined) return problemsOf(given, members, text, path)
  const [, levels] = new RegExp(`enum ${kind} \\{([\\s\\S]*?)\\n\\}`).exec(text) ?? []
  const fits = levels === undefined ? typeof given === kind : levels.includes(`'${String(given)}'`)
  return fits ? [] : [`${path} is no ${kind}`]
}

import type { PactInteraction } from '../interactions/pact-file'

interface Body {
  readonly content?: unknown
}

/** The request of an interaction as a person would type it; `$BASE` is the provider's address. */
export function sampleCall({ request }: PactInteraction): string {
  const query = new URLSearchParams(
    Object.entries((request['query'] ?? {}) as Readonly<Record<string, readonly string[]>>).flatMap(
      ([name, values]) => values.map((value) => [name, value]),
    ),
  ).toString()
  const address = `"$BASE${request.path}${query === '' ? '' : `?${query}`}"`
  const method = request.method === 'GET' ? '' : `-X ${request.method} `
  const headers = Object.entries(request.headers).map(([name, values]) => {
    const value = name === 'Authorization' ? 'Bearer $TOKEN' : values.join(', ')
    return value.includes('$') ? `-H "${name}: ${value}"` : `-H ${quoted(`${name}: ${value}`)}`
  })
  const content = (request['body'] as Body | undefined)?.content
  const text = typeof content === 'string' ? content : content === undefined ? null : oneLine(content)
  const data = text === null ? [] : [`--data ${quoted(text)}`]
  return [`curl ${method}${address}`, ...headers, ...data].join(' \\\n  ')
}

/** A GraphQL document needs no lines of its own. */
function oneLine(content: unknown): string {
  return JSON.stringify(content, (_name, value: unknown) =>
    typeof value === 'string' ? value.replaceAll(/\s+/g, ' ') : value,
  )
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

import { createReadStream } from 'node:fs'

interface Event {
  readonly type: number
  readonly source: { readonly id: number }
  readonly params?: { readonly address?: string }
}

/**
 * Reads Chromium's log of its own network stack. Each call continues where the previous one ended, and returns every address outside this
 * machine that was connected to or sent a byte to since. A refused name look-up is not a connection; neither is the route look-up at the
 * start to detect IPv6, which sends nothing.
 */
export function followNetworkLog(file: string): () => Promise<readonly string[]> {
  const routes = new Map<number, string>()
  let types: Readonly<Record<string, number>> = {}
  let looked: RegExp | undefined
  let start = 0
  let unfinished = ''

  return async () => {
    const outside = new Set<string>()
    const read = (line: string): void => {
      if (line.startsWith('{"constants":')) {
        types = constantsOf(line)
        looked = ofTypes(types)
      } else if (looked?.test(line) === true) {
        const { type, source, params }: Event = JSON.parse(line.replace(/(,|\][},]*)\s*$/, ''))
        const address = params?.address
        const isOutside = address !== undefined && !isLoopback(address)
        if (type === types['TCP_CONNECT_ATTEMPT'] && isOutside) outside.add(address)
        if (type === types['UDP_CONNECT'] && isOutside) routes.set(source.id, address)
        if (type === types['UDP_BYTES_SENT']) outside.add(address ?? routes.get(source.id) ?? '')
      }
    }
    for await (const part of createReadStream(file, { start, encoding: 'utf8' }) as AsyncIterable<string>) {
      start += Buffer.byteLength(part)
      const lines = (unfinished + part).split('\n')
      unfinished = lines.pop() ?? ''
      for (const line of lines) read(line)
    }
    if (types['TCP_CONNECT_ATTEMPT'] === undefined)
      throw new Error(`${file} is no network log of a Chromium we know.`)
    return [...outside].filter((address) => address !== '' && !isLoopback(address))
  }
}

/** A few of some hundred thousand lines; the others need not be parsed as JSON. */
function ofTypes(types: Readonly<Record<string, number>>): RegExp {
  const { TCP_CONNECT_ATTEMPT, UDP_CONNECT, UDP_BYTES_SENT } = types
  return new RegExp(`"type":(?:${TCP_CONNECT_ATTEMPT}|${UDP_CONNECT}|${UDP_BYTES_SENT})[,}]`)
}

function constantsOf(line: string): Readonly<Record<string, number>> {
  const { constants }: { constants: { logEventTypes: Record<string, number> } } = JSON.parse(
    line.replace(/,\s*$/, '}'),
  )
  return constants.logEventTypes
}

function isLoopback(address: string): boolean {
  return address.startsWith('127.') || address.startsWith('[::1]')
}

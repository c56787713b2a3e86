import type { Frame } from '../protocol/frame'
import { asFields, asList, asText, type Fields } from '../protocol/read'

export type HostReply =
  | { readonly ok: true; readonly data: Fields }
  /** `refused`: the host said no. Without it what was asked may have been done. */
  | { readonly ok: false; readonly message: string; readonly refused: boolean }

const broken = 'The analytics host did not answer. Try again in a moment.'

/** One of the vendor's GraphQL calls: its name and variables; gives the first value of `data`, as the SDK reads it. */
export async function callHost(
  frame: Pick<Frame, 'session'>,
  operation: string,
  variables: object,
): Promise<HostReply> {
  try {
    const reply = await frame.session.call((token) =>
      fetch(`/prism/?op=${operation}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ operationName: operation, variables }),
      }),
    )
    const body = asFields(await reply.json())
    if (reply.ok) return { ok: true, data: asFields(Object.values(asFields(body['data']))[0]) }
    const { message } = asFields(body['error'])
    const refused = reply.status >= 400 && reply.status < 500
    return { ok: false, message: typeof message === 'string' ? message : broken, refused }
  } catch {
    return { ok: false, message: broken, refused: false }
  }
}

export interface ListedDashboard {
  readonly id: string
  readonly name: string
  readonly description: string
}

/** Dashboards that this person may see, the last changed first; `null` when they cannot be read. */
export async function dashboards(frame: Frame): Promise<readonly ListedDashboard[] | null> {
  const path = `/callosum/v1/tspublic/v1/metadata/list?category=ALL&sort=MODIFIED`
  try {
    const reply = await frame.session.call((token) =>
      fetch(path, { headers: { authorization: `Bearer ${token}` } }),
    )
    const headers = asList(asFields(await reply.json())['headers'])
    if (!reply.ok || headers === undefined) return null
    return headers.map((header) => {
      const { id, name, description } = asFields(header)
      return {
        id: asText(id) ?? '',
        name: asText(name) ?? '',
        description: asText(description) ?? '',
      }
    })
  } catch {
    return null
  }
}

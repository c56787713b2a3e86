import * as v from 'valibot'

const deadline = 15_000

export const linkSchema = v.object({ href: v.string(), name: v.optional(v.string()) })
export const halSchema = v.looseObject({ _links: v.record(v.string(), v.unknown()) })

export type Hal = v.InferOutput<typeof halSchema>

/** A failure of a broker. The message is a sentence for the user. */
export class BrokerProblem extends Error {}

/** The broker does not have what was asked for (404). */
export class Missing extends BrokerProblem {}

/** Sends a request to one broker, by a path or a link from it. `schema` validates the response, and `what` names it in error messages. */
export type Ask = <Schema extends v.GenericSchema>(
  schema: Schema,
  what: string,
  href: string,
  sent?: { readonly method: 'POST' | 'PUT'; readonly body: object },
) => Promise<v.InferOutput<Schema>>

/** Requests have a timeout of 15 s, follow no redirects and send the credentials to no other origin. */
export function connect(root: URL, authorization: string | null): Ask {
  const unreachable = (error: unknown): never => {
    throw new BrokerProblem(`The broker at ${root.href} ${silence(error)}.`)
  }
  return async (schema, what, href, sent) => {
    if (!URL.canParse(href, root)) throw new BrokerProblem(`The broker gave no address for ${what}.`)
    const target = new URL(href, root)
    if (target.origin !== root.origin)
      throw new BrokerProblem(`The broker leads to ${target.origin}, which gets no credentials.`)
    const reply = await fetch(target, {
      method: sent?.method ?? 'GET',
      redirect: 'manual',
      signal: AbortSignal.timeout(deadline),
      headers: {
        accept: 'application/hal+json, application/json',
        ...(authorization !== null && { authorization }),
        ...(sent !== undefined && { 'content-type': 'application/json' }),
      },
      ...(sent !== undefined && { body: JSON.stringify(sent.body) }),
    }).catch(unreachable)
    const text = await reply.text().catch(unreachable)
    const Problem = reply.status === 404 ? Missing : BrokerProblem
    if (!reply.ok) throw new Problem(refusalOf(reply.status, text, target, authorization !== null))
    const read = v.safeParse(schema, json(text, target))
    if (!read.success)
      throw new BrokerProblem(`What the broker gave as ${what} is not what a Pact Broker gives.`)
    return read.output
  }
}

export function linkOf(hal: Hal, name: string): string {
  const link = hal._links[name]
  if (!v.is(linkSchema, link))
    throw new BrokerProblem(`The broker has no link ${name}; is this the address of a Pact Broker?`)
  return link.href
}

export const filled = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    name in values ? encodeURIComponent(values[name] ?? '') : whole,
  )

function silence(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError')
    return `gave no answer within ${deadline / 1000} s`
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return `cannot be reached: ${cause instanceof Error ? cause.message : String(cause)}`
}

function json(text: string, { pathname }: URL): unknown {
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    throw new BrokerProblem(`The broker answered ${pathname} with something that is no JSON.`)
  }
}

function refusalOf(status: number, text: string, { pathname }: URL, hasCredentials: boolean): string {
  if (status === 401 || status === 403)
    return hasCredentials
      ? `The broker refused the credentials (${status}).`
      : `The broker wants credentials (${status}): set PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD.`
  if (status >= 300 && status < 400) return `The broker answered ${pathname} with a redirect (${status}).`
  return `The broker answered ${pathname} with ${status}${reasonIn(text)}.`
}

/** The reason in an error response, which the Pact Broker puts into one of three members. */
function reasonIn(text: string): string {
  const schema = v.object({
    error: v.optional(v.union([v.string(), v.object({ message: v.string() })])),
    errors: v.optional(v.union([v.array(v.string()), v.record(v.string(), v.array(v.string()))])),
    notices: v.optional(v.array(v.object({ text: v.string() }))),
  })
  try {
    const { error, errors, notices } = v.parse(schema, JSON.parse(text))
    const words = notices?.map((one) => one.text) ??
      (errors && Object.values(errors).flat()) ?? [typeof error === 'string' ? error : (error?.message ?? '')]
    const reason = words.join('; ').replace(/\.$/, '')
    return reason === '' ? '' : `: ${reason}`
  } catch {
    return ''
  }
}

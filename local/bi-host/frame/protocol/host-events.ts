import type { Refusing } from './not-offered'
import { asFields, asText } from './read'

/** Answers one host event; what it gives back is the reply. */
export type HostEventHandler = (data: unknown) => unknown

/** What one page of the frame answers. */
export interface PageEvents {
  readonly handlers: ReadonlyMap<string, HostEventHandler>
  readonly passthroughs: ReadonlyMap<string, HostEventHandler>
  readonly refusing: Refusing
}

/** Of an event that the vendor's SDK has and this page does not obey. */
const notOffered = 'HOST_EVENT_NOT_OFFERED'

/**
 * Answers every host event: known ones by their handler, unknown ones and failing handlers with `{}`, because clients do
 * not catch an error reply. One that is not offered here says why, in the reply and as the vendor's `Error` event, and rejects
 * nothing either. `UiPassthrough` is answered with an array, empty when the call is not known.
 */
export async function answerHostEvent(
  message: unknown,
  { handlers, passthroughs, refusing }: PageEvents,
  post: (type: string, data: object) => void,
): Promise<unknown> {
  const fields = asFields(message)
  const type = asText(fields['type']) ?? ''
  if (type === 'UiPassthrough') return answerPassthrough(asFields(fields['data']), passthroughs)
  const handler = handlers.get(type)
  if (handler === undefined) {
    const why = refusing(type)
    if (why === undefined) return {}
    post('Error', { errorType: 'API', code: notOffered, message: why, hostEvent: type })
    return { code: notOffered, message: why }
  }
  try {
    return (await handler(fields['data'])) ?? {}
  } catch {
    return {}
  }
}

async function answerPassthrough(
  call: Readonly<Record<string, unknown>>,
  passthroughs: ReadonlyMap<string, HostEventHandler>,
): Promise<readonly unknown[]> {
  const name = asText(call['type']) ?? ''
  if (name === 'getAvailableUiPassthroughs') return [{ value: { keys: [...passthroughs.keys()] } }]
  const handler = passthroughs.get(name)
  if (!handler) return []
  try {
    return [{ value: await handler(call['parameters']) }]
  } catch {
    return []
  }
}

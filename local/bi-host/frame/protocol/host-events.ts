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
/** Of one that is obeyed here, and could not be this time. */
const failed = 'HOST_EVENT_FAILED'

/**
 * Answers every host event: known ones by their handler, unknown ones with `{}`. One that is not offered here, or that fails, says why,
 * in the reply and as the vendor's `Error` event; never with an `error` reply, because clients do not catch that. `UiPassthrough` is
 * answered with an array, empty when the call is not known or when nobody can say what became of it.
 */
export async function answerHostEvent(
  message: unknown,
  { handlers, passthroughs, refusing }: PageEvents,
  post: (type: string, data: object) => void,
): Promise<unknown> {
  const fields = asFields(message)
  const type = asText(fields['type']) ?? ''
  const tell = (code: string, hostEvent: string, why: string): object => {
    post('Error', { errorType: 'API', code, message: why, hostEvent })
    return { code, message: why }
  }
  if (type === 'UiPassthrough') {
    const call = asFields(fields['data'])
    const name = asText(call['type']) ?? ''
    if (name === 'getAvailableUiPassthroughs') return [{ value: { keys: [...passthroughs.keys()] } }]
    const handler = passthroughs.get(name)
    if (handler === undefined) return []
    try {
      return [{ value: await handler(call['parameters']) }]
    } catch (cause) {
      // An `error` in the array would say that it was refused, and perhaps it was done.
      tell(failed, name, reasonOf(name, cause))
      return []
    }
  }
  const handler = handlers.get(type)
  if (handler === undefined) {
    const why = refusing(type)
    return why === undefined ? {} : tell(notOffered, type, why)
  }
  try {
    return (await handler(fields['data'])) ?? {}
  } catch (cause) {
    return tell(failed, type, reasonOf(type, cause))
  }
}

function reasonOf(name: string, cause: unknown): string {
  return `${name} could not be done: ${cause instanceof Error ? cause.message : String(cause)}`
}

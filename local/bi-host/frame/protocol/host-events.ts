import { asFields, asText } from './read'

/** Answers one host event; what it gives back is the reply. */
export type HostEventHandler = (data: unknown) => unknown

/**
 * Answers every host event: known ones by their handler, unknown ones and failing handlers with `{}`, because clients do
 * not catch an error reply. `UiPassthrough` is answered with an array, empty when the call is not known.
 */
export async function answerHostEvent(
  message: unknown,
  handlers: ReadonlyMap<string, HostEventHandler>,
  passthroughs: ReadonlyMap<string, HostEventHandler>,
): Promise<unknown> {
  const fields = asFields(message)
  const type = asText(fields['type']) ?? ''
  if (type === 'UiPassthrough') return answerPassthrough(asFields(fields['data']), passthroughs)
  try {
    return (await handlers.get(type)?.(fields['data'])) ?? {}
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

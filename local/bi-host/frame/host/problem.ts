/** Why a board cannot be shown, in the terms of the page that says so. */
export interface BoardProblem {
  readonly kind: 'forbidden' | 'not-found' | 'signed-out' | 'timeout' | 'unavailable'
  readonly reference: string
  /** The page around has answered in the host's place, with this. */
  readonly said?: { readonly title: string; readonly text: string }
}

/** A refusal of the host as something the page can speak about; the host's own text is not shown. */
export async function problemOf(reply: Response): Promise<BoardProblem> {
  const reference = await referenceOf(reply)
  if (reply.status === 401) return { kind: 'signed-out', reference }
  if (reply.status === 403) return { kind: 'forbidden', reference }
  if (reply.status === 404) return { kind: 'not-found', reference }
  if (reply.status === 408 || reply.status === 504) return { kind: 'timeout', reference }
  return { kind: 'unavailable', reference }
}

async function referenceOf(reply: Response): Promise<string> {
  try {
    const body = (await reply.json()) as { readonly error?: { readonly reference?: unknown } } | null
    const reference = body?.error?.reference
    return typeof reference === 'string' ? reference.slice(0, 64) : ''
  } catch {
    return ''
  }
}

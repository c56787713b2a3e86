/** What an import says about one object. */
export interface ImportEntry {
  readonly response: {
    readonly status: { readonly status_code: 'OK' | 'WARNING' | 'ERROR'; readonly error_message?: string }
    readonly header?: Readonly<Record<string, string>>
  }
}

/** An object of an import: why it cannot be taken in, or what would be added and how. */
export type Import =
  | { readonly refused: string }
  | {
      readonly adds: 'dashboard' | 'answer' | null
      /** What it would come to; nothing is kept. */
      checked(): ImportEntry
      keep(): Promise<ImportEntry>
    }

/** Taken in; with problems a part of it was left out. */
export function entryOf(
  header: Readonly<Record<string, string>>,
  problems: readonly string[] = [],
): ImportEntry {
  const status =
    problems.length === 0
      ? ({ status_code: 'OK' } as const)
      : ({ status_code: 'WARNING', error_message: problems.join(' ') } as const)
  return { response: { status, header } }
}

export const refusedEntry = (message: string): ImportEntry => ({
  response: { status: { status_code: 'ERROR', error_message: message } },
})

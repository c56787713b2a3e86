import type { Journal } from '../../core/ports/journal'
import { flightRecorder } from './flight-recorder'
import { masked } from './masking'

/** Writes entries to the browser's console, masked, one line each. */
export function consoleJournal(
  output: Pick<Console, 'info' | 'warn' | 'error'>,
  visit: Parameters<typeof flightRecorder>[1],
): Journal {
  const write = { info: output.info, warning: output.warn, error: output.error } as const
  return flightRecorder(
    ({ level, where, text, reference }) =>
      write[level].call(
        output,
        `[assay] ${where}: ${masked(text)}${reference === undefined ? '' : ` (${reference})`}`,
      ),
    visit,
  )
}

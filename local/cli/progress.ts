/** Returns to the first column and clears the line. */
const erase = '\r\u001B[2K'

/**
 * Prints a command's progress. A line that ends in "…" is about work in progress: on a terminal the next line replaces it, elsewhere it
 * is not printed.
 */
export function progress(output: NodeJS.WriteStream = process.stdout): (line: string) => void {
  return (line) => {
    const isUnderWay = line.endsWith('…')
    if (!output.isTTY && isUnderWay) return
    // No line end while in progress, so that the next line can replace this one.
    output.write(`${output.isTTY ? erase : ''}${line}${isUnderWay ? '' : '\n'}`)
  }
}

/** Seconds since `started`, a time of `performance.now()`, for printing. */
export function since(started: number): string {
  return `${((performance.now() - started) / 1000).toFixed(1)} s`
}

/** The command cannot run as requested. The message is shown to the user, without a stack trace. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}

/** Back to the first column, and everything in this line is gone. */
const erase = '\r\u001B[2K'

/**
 * Prints what a command is doing. A line that ends in "…" is about what is under way: on a terminal it stands until the next one
 * comes, elsewhere it is left out.
 */
export function progress(output: NodeJS.WriteStream = process.stdout): (line: string) => void {
  return (line) => {
    const isUnderWay = line.endsWith('…')
    if (!output.isTTY && isUnderWay) return
    // Without a line end: what something else prints meanwhile is not erased.
    output.write(`${output.isTTY ? erase : ''}${line}${isUnderWay ? '' : '\n'}`)
  }
}

/** Time since a moment of `performance.now()`, as it is printed. */
export function since(started: number): string {
  return `${((performance.now() - started) / 1000).toFixed(1)} s`
}

/** A command cannot do what it was asked. The message is for the person at the keyboard; no stack is shown. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}

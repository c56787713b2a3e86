/** Lines of one matter that come more often than this are not all worth a line of their own. */
const milliseconds = 2000

/**
 * Prints what a command is doing. Lines that begin with the same words before a colon tell how far one matter is: on a
 * terminal the newest stands in the place of the one before, elsewhere only one in two seconds is printed.
 */
export function progress(output: NodeJS.WriteStream = process.stdout): (line: string) => void {
  let last = { matter: '', printed: 0 }
  return (line) => {
    const matter = /^([^:]+): /.exec(line)?.[1] ?? ''
    const isSame = matter !== '' && matter === last.matter
    const now = performance.now()
    if (isSame && !output.isTTY && now - last.printed < milliseconds) return
    output.write(isSame && output.isTTY ? `\u001B[1A\u001B[2K${line}\n` : `${line}\n`)
    last = { matter, printed: now }
  }
}

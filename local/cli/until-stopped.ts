/**
 * Settles when somebody stops this process (Ctrl-C, a closed terminal, a service manager) and everything has been
 * closed. A second Ctrl-C does not wait.
 */
export async function untilStopped(close: () => Promise<void>): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => {
        process.once(signal, () => process.exit(130))
        resolve()
      })
    }
  })
  await close()
  process.exit(0)
}

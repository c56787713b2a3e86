import type { Clock } from '../../../../src/core/ports/clock'

/** The system's clock, which can also be put forward: what falls due in that time happens at once, in order. */
export function movableClock(): Clock & { pass(milliseconds: number): void } {
  let offset = 0
  const due = new Map<number, { readonly at: number; readonly action: () => void }>()
  const now = (): number => Date.now() + offset
  let last = 0

  function run(id: number): void {
    const entry = due.get(id)
    if (entry === undefined) return
    due.delete(id)
    entry.action()
  }

  function after(milliseconds: number, action: () => void): () => void {
    last += 1
    const id = last
    due.set(id, { at: now() + milliseconds, action })
    const timer = setTimeout(() => run(id), milliseconds)
    return () => {
      clearTimeout(timer)
      due.delete(id)
    }
  }

  function pass(milliseconds: number): void {
    offset += milliseconds
    for (;;) {
      const [next] = [...due].filter(([, { at }]) => at <= now()).sort(([, a], [, b]) => a.at - b.at)
      if (next === undefined) return
      run(next[0])
    }
  }

  return { now, after, pass }
}

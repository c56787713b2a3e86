import type { Page } from 'playwright-core'
import type { Visitor } from './visitor'

/** Every layout shift on the page from now on, with or without recent input. */
export async function watchShifts({ context }: Visitor): Promise<(page: Page) => Promise<readonly string[]>> {
  await context.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        readonly value: number
        readonly sources: readonly { readonly node: Node | null }[]
      })[]) {
        const moved = entry.sources.map(({ node }) => (node instanceof Element ? node.className : 'text'))
        shifts.push(`${entry.value.toFixed(4)}: ${moved.join(', ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  // Queued entries reach the observer with the next frame.
  return (page) =>
    page.evaluate(
      () =>
        new Promise((resolve) => {
          requestAnimationFrame(() =>
            setTimeout(() => resolve((window as unknown as { shifts: readonly string[] }).shifts)),
          )
        }),
    )
}

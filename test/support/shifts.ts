import type { Page } from 'playwright-core'
import type { Visitor } from './visitor'

/** Everything that moves on the page by itself from now on, input before it or not. */
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
  // What is on its way to the observer comes with the next frame.
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

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

/** Which control came where the pointer could press another one before, in each document from now on. A control that only changes its name is the same. */
export async function watchControls({
  context,
}: Visitor): Promise<(page: Page) => Promise<readonly string[]>> {
  await context.addInitScript(() => {
    const replaced = new Set<string>()
    Object.assign(window, { replaced })
    const points = new Map<string, { readonly control: Element; readonly name: string }>()
    const controls = 'a[href], button, input, select, summary'
    const nameOf = (control: Element): string => control.getAttribute('aria-label') ?? control.textContent
    const look = (): void => {
      const pressable = (point: string): Element | undefined => {
        const [x = 0, y = 0] = point.split(' ').map(Number)
        const control = document.elementFromPoint(x, y)?.closest(controls)
        return control === null || control?.closest('[inert]') !== null ? undefined : control
      }
      for (const [point, { control, name }] of points) {
        const now = pressable(point)
        if (now !== undefined && now !== control && nameOf(now) !== name)
          replaced.add(`${nameOf(now)} where ${name} was`)
      }
      for (const control of document.querySelectorAll(controls)) {
        const { x, y, width, height } = control.getBoundingClientRect()
        for (const part of [0.15, 0.5, 0.85]) {
          const point = `${Math.round(x + width * part)} ${Math.round(y + height / 2)}`
          if (pressable(point) === control) points.set(point, { control, name: nameOf(control) })
        }
      }
      requestAnimationFrame(look)
    }
    if (window === window.top) requestAnimationFrame(look)
  })
  return (page) => page.evaluate(() => [...(window as unknown as { replaced: ReadonlySet<string> }).replaced])
}

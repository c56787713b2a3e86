import { describe } from 'vitest'
import { boardReady, expect, journey } from '../support/journey'

describe('a BI host that does not answer', () => {
  for (const [what, rule] of [
    ['hangs', { kind: 'hang' }],
    [
      'answers with an error page',
      { kind: 'reply', status: 500, contentType: 'text/html', body: '<h1>Internal Server Error</h1>' },
    ],
    ['cuts the line', { kind: 'drop' }],
  ] as const) {
    journey(
      `and ${what}: a named failure with Retry, the shell alive, and it heals`,
      async ({ page, visitor, faults }) => {
        await page.clock.install()
        await faults.set({ service: 'bi-host', match: '/', ...rule })
        visitor.expectConsole(/frame-silent/, 'the portal writes down why')
        if (rule.kind !== 'hang') visitor.expectConsole(/Failed to load resource/, 'the host is made to fail')
        await page.goto(visitor.address('/home'))
        await page.locator('iframe[data-ts-iframe]').waitFor({ state: 'attached' })
        // A document that never comes gets longer than one that came and says nothing.
        await page.clock.runFor(rule.kind === 'hang' ? 31_000 : 9_000)
        const retry = page.getByRole('main').getByRole('button', { name: 'Retry' })
        await retry.waitFor()
        expect(await page.getByRole('main').textContent()).not.toContain('Internal Server Error')
        await page.getByRole('button', { name: 'Switch to light mode' }).click()
        expect(await page.locator('html').getAttribute('data-theme')).toBe('light')
        await faults.clear()
        await retry.click()
        await page.clock.resume()
        await boardReady(page)
      },
    )
  }
})

import { describe } from 'vitest'
import { expect, journey } from '../support/journey'
import { openVisitor } from '../support/visitor'

/** The other journeys rely on this: errors that the screen does not show are reported. */
describe('the journey harness reports', () => {
  journey('console errors and uncaught errors, including those in frames', async ({ browser, origins }) => {
    const visitor = await openVisitor(browser, origins)
    await visitor.page.goto(visitor.address('/open-data/no-such-file'))
    await visitor.page.evaluate(() => {
      console.error('wrong here')
      document.body.append(document.createElement('iframe'))
      const frame = window.frames[0] as unknown as typeof globalThis
      frame.console.error('wrong in a frame')
      setTimeout(() => {
        throw new Error('never caught')
      })
    })
    await visitor.page.waitForEvent('pageerror')
    const problems = visitor.problems().join('\n')
    expect(problems).toContain('wrong here')
    expect(problems).toContain('wrong in a frame')
    expect(problems).toContain('Uncaught: Error: never caught')
    expect(problems).toContain('status of 404')
    await visitor.leave()
  })

  journey('a request to another machine, which the browser does not send', async ({ browser, origins }) => {
    const visitor = await openVisitor(browser, origins)
    await visitor.page.goto(visitor.address('/open-data/no-such-file'))
    visitor.expectConsole(/404|ERR_NAME_NOT_RESOLVED/, 'the page is none, and names outside are unknown')
    // A page without a CSP, which would block the request first.
    await visitor.page.goto('about:blank')
    expect(
      await visitor.page.evaluate(() => fetch('https://example.com/').catch((error) => String(error))),
    ).toContain('Failed to fetch')
    expect(visitor.problems()).toEqual(['left this machine: GET https://example.com/'])
    await visitor.leave()
  })

  journey('an expected error that did not occur', async ({ browser, origins }) => {
    const visitor = await openVisitor(browser, origins)
    visitor.expectConsole(/status of 500/, 'the services were told to fail')
    expect(visitor.problems()).toEqual([
      'expected in the console and not seen: /status of 500/ (the services were told to fail)',
    ])
    await visitor.leave()
  })
})

describe('the fault switches', () => {
  journey('make a service fail for one journey and count its requests', async ({ faults, page, visitor }) => {
    await faults.set({ service: 'portal', kind: 'status', status: 503, match: '/home', times: 1 })
    visitor.expectConsole(/status of 503/, 'the portal was told to fail once')
    expect((await page.goto(visitor.address('/home')))?.status()).toBe(503)
    expect((await page.goto(visitor.address('/home')))?.status()).toBe(200)
    expect((await faults.counts()).portal?.['GET /home']).toBe(2)
  })
})

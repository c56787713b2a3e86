import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launchBrowser, signIn } from '../../local/cli/browser'
import { flagFileName, flagService } from '../../local/open-stack/flags/service'
import { startParts, type StartedStack } from '../support/open-parts'
import { openVisitor } from '../support/visitor'

/** The embedded stack with real flags and, where it can be had, nginx. */
let stack: StartedStack
let browser: Browser
beforeAll(async () => {
  stack = await startParts('flags', 'nginx')
  browser = await launchBrowser({ executablePath: inject('browser') })
}, 600_000)
afterAll(async () => {
  await browser.close()
  await stack.close()
})

test('a flag that is flipped in the file is seen; a server that goes away changes nothing, and what changed is seen when it is back', async () => {
  const { options, origins } = stack
  const visitor = await openVisitor(browser, origins)
  const { page } = visitor
  const research = page.getByRole('button', { name: 'Deep Research', exact: true })
  const file = join(options.folder, 'flags', flagFileName)
  const flip = async (variant: 'on' | 'off'): Promise<void> => {
    const document = JSON.parse(await readFile(file, 'utf8')) as { flags: Record<string, object> }
    const flag = document.flags['miu-deep-research-enabled']
    const flags = {
      ...document.flags,
      'miu-deep-research-enabled': { ...flag, defaultVariant: variant, targeting: {} },
    }
    await writeFile(file, JSON.stringify({ ...document, flags }))
  }
  const wait = { timeout: 60_000 }
  try {
    await page.goto(visitor.address('/home'))
    await signIn(page, 'analyst@example.com')
    await research.waitFor({ state: 'visible', ...wait })
    await flip('off')
    await research.waitFor({ state: 'detached', ...wait })
    const answers: number[] = []
    page.on('response', (response) => {
      if (response.url().includes('/ofrep/')) answers.push(response.status())
    })
    page.on('requestfailed', (request) => {
      if (request.url().includes('/ofrep/')) answers.push(0)
    })
    visitor.expectConsole(/ofrep|Flags not loaded: unreachable/, 'the flag server is away')
    await stack.services.find(({ name }) => name === 'flags')?.close()
    await expect.poll(() => answers.some((status) => status === 0 || status >= 500), wait).toBe(true)
    expect(await research.count()).toBe(0)
    await flip('on')
    const again = flagService({
      root: options.root,
      home: options.home,
      folder: join(options.folder, 'flags'),
      port: options.ports.flags,
      variable: 'ASSAY_FLAGS_PORT',
      portalOrigins: [origins.portal],
    })
    const server = await again.start(console.log)
    try {
      await research.waitFor({ state: 'visible', ...wait })
    } finally {
      await server.close()
    }
    expect(visitor.problems()).toEqual([])
  } finally {
    await visitor.leave()
  }
})

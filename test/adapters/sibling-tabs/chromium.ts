import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { findBrowser, findTestBrowser, launchBrowser } from '../../../local/cli/browser'
import { build } from 'vite'

export async function launch(): Promise<Browser> {
  return launchBrowser({ executablePath: await findTestBrowser(() => undefined) })
}

/** A Chromium as people have it: pages may be kept for Back and Forward, which Playwright would switch off. */
export async function launchWhole(): Promise<Browser> {
  return launchBrowser({ executablePath: await findBrowser(() => undefined), backForwardCache: true })
}

/** A page's module beside this file, with all it imports. */
export async function bundled(file: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      lib: { entry: fileURLToPath(new URL(file, import.meta.url)), formats: ['es'], fileName: 'page' },
    },
  })
  const [output] = [built].flat()
  const chunk = output !== undefined && 'output' in output ? output.output[0] : undefined
  if (chunk === undefined) throw new Error(`${file} was not built`)
  return chunk.code
}

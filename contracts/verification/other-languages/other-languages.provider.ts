import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { pactFileName, pactFolder } from '../../interactions/pact-file'
import { textReport } from '../report'
import { verify } from '../verify'

const token = 'a-real-access-token'
const forbidden = 'a-token-of-somebody-else'
const credentials = { forbidden, expired: 'an-expired-token', foreignAudience: 'a-foreign-token' }

interface Language {
  readonly name: string
  readonly program: string
  readonly file: string
  /** What the provider written in it serves. */
  readonly providers: readonly string[]
}

const node: Language = {
  name: 'plain Node',
  program: process.execPath,
  file: 'provider.mjs',
  providers: ['token-service'],
}
const python: Language = {
  name: 'Python',
  program: 'python3',
  file: 'provider.py',
  providers: ['token-service', 'dashboard-library', 'flag-evaluation'],
}
/** Python where it is installed; Node is everywhere. */
const languages = spawnSync('python3', ['--version']).status === 0 ? [node, python] : [node]

describe.each(languages)('a provider in $name, from the pact files and the README alone', (language) => {
  let stop = (): void => undefined
  afterEach(() => stop())

  test.each(language.providers)('keeps to the contract of %s', async (provider) => {
    const child = spawn(
      language.program,
      [join('contracts/verification/other-languages', language.file), '0'],
      {
        env: { ...process.env, TOKEN: token, FORBIDDEN_TOKEN: forbidden },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    stop = () => void child.kill()
    const baseUrl = await new Promise<string>((resolve, reject) => {
      child.once('error', reject)
      child.stdout.once('data', (line: Buffer) => resolve(line.toString().trim()))
    })
    const pactFile = join(pactFolder, pactFileName(provider))
    const options = { pactFile, baseUrl, token, credentials, healthPath: '/health' }
    // Two at once do not meet where a provider has states for each.
    const both = language === python ? [verify(options), verify(options)] : [verify(options)]
    for (const verification of await Promise.all(both)) {
      expect(verification.outcome, `${textReport(verification)}\n${verification.output}`).toBe('verified')
      expect(verification.interactions.every(({ outcome }) => outcome === 'verified')).toBe(true)
    }
  })
})

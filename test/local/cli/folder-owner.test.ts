import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FolderTaken, ownFolder } from '../../../local/cli/folder-owner'
import { wantedAccessTokens } from '../../../local/cli/stack-settings'
import { localAudience } from '../../../local/http/addresses'

const vite = import.meta.resolve('vite')
const source = fileURLToPath(new URL('../../../local/cli/folder-owner.ts', import.meta.url))

/** A process that owns the folder given as argument until it is killed, or prints why it cannot. */
const ownerScript = `
import { runnerImport } from ${JSON.stringify(vite)}
const { module } = await runnerImport(${JSON.stringify(source)}, { configFile: false, logLevel: 'error' })
try {
  await module.ownFolder(process.argv[1])
  process.stdout.write('mine')
  setInterval(() => undefined, 1_000)
} catch (error) {
  process.stdout.write(error.name)
}
`

describe('a data folder', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-owner-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  function start() {
    const process_ = spawn(process.execPath, ['--input-type=module', '-e', ownerScript, folder])
    const word = once(process_.stdout, 'data').then(([chunk]) => String(chunk))
    return { process: process_, word }
  }

  test('has one owner: the later process is refused with the owner’s name', async () => {
    const both = [start(), start()]
    expect((await Promise.all(both.map(({ word }) => word))).toSorted()).toEqual(['FolderTaken', 'mine'])
    const words = await Promise.all(both.map(({ word }) => word))
    const owner = both[words.indexOf('mine')]?.process
    const refused = ownFolder(folder)
    await expect(refused).rejects.toThrow(FolderTaken)
    await expect(refused).rejects.toThrow(`(process ${owner?.pid})`)
    for (const { process: one } of both) {
      const ended = once(one, 'close')
      if (one.exitCode === null && one.kill('SIGKILL')) await ended
    }
    // A killed owner leaves no lock behind.
    ;(await ownFolder(folder))()
  })

  test('that is read-only is refused in one sentence', async () => {
    const file = join(folder, 'a file')
    await writeFile(file, '')
    const refused = ownFolder(join(file, 'data'))
    await expect(refused).rejects.toMatchObject({ name: 'Refusal' })
    await expect(refused).rejects.toThrow(/^Nothing can be written to .*a file.data: ENOTDIR.*start again\.$/)
  })

  test('written by a newer version is refused by name, and released', async () => {
    ;(await ownFolder(folder))()
    expect(await readFile(join(folder, 'format'), 'utf8')).toBe('1\n')
    await writeFile(join(folder, 'format'), '7\n')
    for (let time = 0; time < 2; time += 1)
      await expect(ownFolder(folder)).rejects.toThrow(/its format is "7", and this version supports 1\./)
    await writeFile(join(folder, 'format'), '1\n')
    ;(await ownFolder(folder))()
  })

  test('has one owner within a process too, until it is given back', async () => {
    const giveBack = await ownFolder(folder)
    await expect(ownFolder(join(folder, '.'))).rejects.toThrow(`(process ${process.pid})`)
    giveBack()
    ;(await ownFolder(folder))()
  })
})

const issuer = 'https://login.example.com/realms/desk'
const keys = `${issuer}/certs`

test('without an issuer the token service takes the embedded provider’s tokens', () => {
  expect(wantedAccessTokens({})).toBeUndefined()
  expect(wantedAccessTokens({ TOKEN_SERVICE_ISSUER: ' ' })).toBeUndefined()
})

test('with an issuer it takes that issuer’s tokens, with any algorithm that its published keys support by default', () => {
  const least = { TOKEN_SERVICE_ISSUER: issuer, TOKEN_SERVICE_JWKS_URI: keys }
  expect(wantedAccessTokens(least)).toEqual({
    issuer,
    jwksUri: keys,
    audience: localAudience,
    algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'],
  })
  expect(
    wantedAccessTokens({ ...least, TOKEN_SERVICE_AUDIENCE: 'api', TOKEN_SERVICE_ALGORITHMS: 'ES256, EdDSA' }),
  ).toMatchObject({ audience: 'api', algorithms: ['ES256', 'EdDSA'] })
})

test('invalid settings are named', () => {
  expect(() => wantedAccessTokens({ TOKEN_SERVICE_ISSUER: issuer })).toThrow(/TOKEN_SERVICE_JWKS_URI/)
  expect(() =>
    wantedAccessTokens({
      TOKEN_SERVICE_ISSUER: issuer,
      TOKEN_SERVICE_JWKS_URI: keys,
      TOKEN_SERVICE_ALGORITHMS: 'HS256',
    }),
  ).toThrow(/TOKEN_SERVICE_ALGORITHMS is "HS256"/)
})

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { givenValues } from '../../../local/cli/env-files'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'assay-env-'))
  const name = 'ASSAY_PRODUCT_NAME'
  await writeFile(join(root, '.env'), `${name}=Ca$h Desk\nASSAY_FLAGS_HEADERS=X-API-Key=a%24b$c\nOTHER=1\n`)
  await writeFile(join(root, '.env.local'), `ASSAY_WIRING=vendor # ours\n`)
})
afterAll(() => rm(root, { recursive: true, force: true }))

test('env files are read as by configure and check-configuration, and the environment overrides them', () => {
  vi.stubEnv('NO_ENV_FILES', undefined)
  vi.stubEnv('ASSAY_WIRING', 'local')
  expect(givenValues(root, 'ASSAY_')).toMatchObject({
    ASSAY_PRODUCT_NAME: 'Ca$h Desk',
    ASSAY_FLAGS_HEADERS: 'X-API-Key=a%24b$c',
    ASSAY_WIRING: 'local',
  })
  expect(givenValues(root, 'ASSAY_')).not.toHaveProperty('OTHER')
})

test('a developer’s env files do not affect tests or their builds', () => {
  expect(givenValues(root, 'ASSAY_PRODUCT')).toEqual({})
})

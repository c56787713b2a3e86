import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { completePact, playInteraction, type AddInteraction, type Interaction } from './contract'
import { contracts } from './all'
import { pactFileName, pactFolder } from './pact-file'

test('every interaction at once loses nothing and leaves the committed bytes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-all-at-once-'))
  try {
    await Promise.all(
      Object.entries(contracts).flatMap(([provider, define]) => {
        const played: Parameters<AddInteraction>[] = []
        define((...one) => void played.push(one))
        return played.map(([description, interaction, drive]) =>
          playInteraction({ provider, folder, description, interaction }, drive),
        )
      }),
    )
    for (const [provider, define] of Object.entries(contracts)) {
      const all = new Map<string, Interaction>()
      define((description, interaction) => void all.set(description, interaction))
      completePact(join(folder, pactFileName(provider)), all)
      const [written, committed] = await Promise.all(
        [folder, pactFolder].map((from) => readFile(join(from, pactFileName(provider)), 'utf8')),
      )
      expect(written, provider).toBe(committed)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

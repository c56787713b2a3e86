import { afterAll, test } from 'vitest'

export type Claim = (section: string, sentence: string, prove: () => Promise<void>) => void

/** Makes a test of each sentence of the protocol. At the end, lists those that hold, with their sections in the reference. */
export function claims(): Claim {
  const held: string[] = []
  afterAll(() =>
    console.log(`Sentences of the protocol that hold:\n${held.map((line) => `  ${line}`).join('\n')}`),
  )
  return (section, sentence, prove) => {
    test(`${section} ${sentence}`, async () => {
      await prove()
      held.push(`${section}  ${sentence}`)
    })
  }
}

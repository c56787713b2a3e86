import { afterAll, test } from 'vitest'

export type Claim = (section: string, sentence: string, prove: () => Promise<void>) => void

/** Says a sentence of the protocol and holds the host to it; what held is listed at the end, in the reference's numbering. */
export function claims(): Claim {
  const held: string[] = []
  afterAll(() => console.log(`Spoken and held:\n${held.map((line) => `  ${line}`).join('\n')}`))
  return (section, sentence, prove) => {
    test(`${section} ${sentence}`, async () => {
      await prove()
      held.push(`${section}  ${sentence}`)
    })
  }
}

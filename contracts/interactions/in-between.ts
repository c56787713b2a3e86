import { expect } from 'vitest'
import type { AddInteraction, ContractRequest, ContractResponse } from './contract'
import { signInPage } from './examples'

/** What a proxy may answer in a service's place, and a refusal that nobody has agreed on. */
const answersInBetween = {
  unreachable: ['is sent elsewhere', { status: 302 }],
  malformed: ['is answered with a page', { status: 200, text: signInPage }],
  unavailable: ['meets a service that is out of order', { status: 503 }],
  refused: ['is refused', { status: 400 }],
} as const satisfies Readonly<Record<string, readonly [string, ContractResponse]>>

/** The portal's own cases of one call: how the adapter tells each of them. `what` begins their descriptions. */
export function inBetween(
  add: AddInteraction,
  what: string,
  request: ContractRequest,
  {
    failures,
    drive,
  }: {
    /** Kinds of failure, `library-unreachable`, each by what brings it about. */
    readonly failures: Partial<Readonly<Record<keyof typeof answersInBetween, string>>>
    readonly drive: (baseUrl: string) => Promise<unknown>
  },
): void {
  for (const [how, kind] of Object.entries(failures)) {
    const [description, response] = answersInBetween[how as keyof typeof answersInBetween]
    add(`${what} that ${description}`, { request, response }, async (baseUrl) => {
      expect(await drive(baseUrl)).toMatchObject({ ok: false, failure: { kind } })
    })
  }
}

import fc from 'fast-check'
import type { LibraryFailure } from '../../src/core/ports/dashboard-library'
import type { TokenTrouble } from '../../src/core/ports/dashboard-surface'
import type { TokenFailure } from '../../src/core/ports/token-service'

/** What a user does, and what fails meanwhile. */
export type Action =
  | { readonly kind: 'go'; readonly to: number }
  | { readonly kind: 'press'; readonly key: string; readonly ctrlKey?: true }
  | { readonly kind: 'click'; readonly nth: number }
  | { readonly kind: 'write'; readonly nth: number; readonly text: string }
  | { readonly kind: 'create'; readonly name: string }
  | { readonly kind: 'pass'; readonly ms: number }
  | { readonly kind: 'tokens-fail'; readonly failure: TokenFailure }
  | { readonly kind: 'tokens-hang' }
  | { readonly kind: 'tokens-come' }
  | { readonly kind: 'views-fail'; readonly trouble: TokenTrouble | null }
  | { readonly kind: 'frame-silent' | 'frame-blocked' }
  | { readonly kind: 'list-fails'; readonly failure: LibraryFailure; readonly done: boolean }
  | { readonly kind: 'identity-fails' }
  | { readonly kind: 'network'; readonly online: boolean }

const libraryFailure = fc.record({
  kind: fc.constantFrom('library-unavailable', 'library-unreachable', 'library-timeout', 'library-refused'),
  status: fc.constant(null),
  text: fc.constant('Failed 500: told by a service'),
  outcome: fc.constantFrom('not-done', 'unknown'),
}) satisfies fc.Arbitrary<LibraryFailure>
const tokenFailure: fc.Arbitrary<TokenFailure> = fc.constantFrom(
  { kind: 'token-refused', status: 401 },
  { kind: 'token-refused', status: 403 },
  { kind: 'token-unavailable', status: 500, retryAfter: null },
  { kind: 'token-unavailable', status: 429, retryAfter: 2_000 },
  { kind: 'token-unreachable' },
  { kind: 'token-timeout' },
  { kind: 'token-malformed' },
)
const keys = ['g', 'h', 'd', 'n', 'r', 't', '[', '?', '1', 'Escape', 'Enter', 'Tab', 'ArrowDown']
const nth = fc.nat(200)

export const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('go'), to: nth }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('press'), key: fc.constantFrom(...keys) }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('click'), nth }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('write'), nth, text: fc.string({ maxLength: 30 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('create'), name: fc.stringMatching(/^[A-Z][a-z]{2,8}$/) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('pass'), ms: fc.constantFrom(100, 1_000, 11_000, 400_000) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('tokens-fail'), failure: tokenFailure }) },
  { weight: 1, arbitrary: fc.constantFrom({ kind: 'tokens-hang' }, { kind: 'tokens-come' }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('views-fail'),
      trouble: fc.constantFrom(null, null, 'not-answering', 'sign-in-again', 'no-access'),
    }),
  },
  { weight: 2, arbitrary: fc.constantFrom({ kind: 'frame-silent' }, { kind: 'frame-blocked' }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('list-fails'), failure: libraryFailure, done: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'identity-fails' }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('network'), online: fc.boolean() }) },
) as fc.Arbitrary<Action>

import fc from 'fast-check'
import { expect } from 'vitest'
import { refusalOf, type Answer } from './running-host'

const statusOf: Readonly<Record<string, readonly number[]>> = {
  unauthenticated: [401],
  forbidden: [403],
  'not-found': [404],
  'bad-request': [400],
  // 413 for a body, 431 for a URL.
  'too-large': [413, 431],
}

/**
 * Requires an answer, or a refusal in the common format. Crashes fail, even those reported inside an answer of 200, in a tile or in the
 * assistant's words, and so does any text about the host's internals.
 */
export function decent(answer: Answer): void {
  if (answer.status >= 400) expect(statusOf[refusalOf(answer).code], answer.text).toContain(answer.status)
  expect(answer.text).not.toMatch(
    /\n\s+at |node_modules|\.ts:\d|Binder Error|Parser Error|Catalog Error|\(reference [\w-]+\)/,
  )
}

export const nasty = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.constantFrom(
    "' or 1=1 --",
    '"; drop table f_price_daily; --',
    '${7*7}',
    '../../etc/passwd',
    '__proto__',
    'constructor',
    'price.__proto__',
    'price.asset',
    'asset',
    '%',
    '\u0000',
    '\ud800',
    'NaN',
    '1e400',
    '0000-01-01',
    '9999-12-31',
    '2026-02-30',
    'x'.repeat(5000),
    '('.repeat(400),
  ),
)

/** Any JSON value, including extreme ones. */
export const anything = fc.oneof(
  nasty,
  fc.double(),
  fc.integer(),
  fc.constantFrom(
    null,
    true,
    [],
    {},
    -1,
    0,
    1e9,
    Number.MAX_VALUE,
    Array.from({ length: 500 }, () => 'BTC'),
  ),
  fc.json(),
)

/** A request with one of its values replaced. */
export function spoilt(value: unknown, at: number, by: unknown): unknown {
  const leaves = (inner: unknown): number =>
    typeof inner === 'object' && inner !== null
      ? Object.values(inner).reduce<number>((sum, one) => sum + leaves(one), 0) + 1
      : 1
  const put = (inner: unknown, index: number): unknown => {
    if (index === 0 || typeof inner !== 'object' || inner === null) return by
    let left = index - 1
    const changed = Object.entries(inner).map(([key, one]) => {
      const size = leaves(one)
      const next = left >= 0 && left < size ? put(one, left) : one
      left -= size
      return [key, next] as const
    })
    return Array.isArray(inner) ? changed.map(([, one]) => one) : Object.fromEntries(changed)
  }
  return put(value, at % leaves(value))
}

/** Strings unchanged, anything else as JSON. */
export const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

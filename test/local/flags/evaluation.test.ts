import { describe, expect, test } from 'vitest'
import {
  evaluate,
  contextFrom,
  contextFromAddress,
  isSetFor,
  resetFlag,
  setFlag,
  BadFlagDocument,
  parseFlagDocument,
  type Flag,
  type FlagDocument,
} from '../../../local/flags/flag-document'
import { address } from './service'

const staff: Flag = {
  value: 'everyone',
  rules: [
    { attribute: 'email', op: 'in', values: ['one@example.com', 'two@example.com'], value: 'named' },
    { attribute: 'email', op: 'ends-with', values: ['@example.com'], value: 'staff' },
    { attribute: 'key', op: 'starts-with', values: ['test-'], value: 'tester' },
    { attribute: 'plan', op: 'not-in', values: ['free', 'trial'], value: 'paying' },
    { attribute: 'anonymous', op: 'in', values: [true], value: 'nobody' },
    { attribute: 'groups', op: 'in', values: ['beta'], value: 'beta' },
    { attribute: '/custom/team/name', op: 'in', values: ['rates'], value: 'rates' },
  ],
}

describe('rules', () => {
  test.each([
    [{ email: 'two@example.com' }, 'named', 0],
    [{ email: 'three@example.com' }, 'staff', 1],
    [{ email: 'Two@Example.com' }, 'everyone', null],
    [{ key: 'test-7' }, 'tester', 2],
    [{ plan: 'gold' }, 'paying', 3],
    [{ plan: 'free' }, 'everyone', null],
    [{ custom: { plan: 'gold' } }, 'paying', 3],
    // LaunchDarkly lifts the members of `custom` only in contexts of the old format.
    [{ kind: 'user', custom: { plan: 'gold' } }, 'everyone', null],
    [{ kind: 'user', custom: { team: { name: 'rates' } } }, 'rates', 6],
    [{ kind: 'user', custom: { team: 'rates' } }, 'everyone', null],
    [{ anonymous: true }, 'nobody', 4],
    [{ anonymous: 'true' }, 'everyone', null],
    [{ groups: ['alpha', 'beta'] }, 'beta', 5],
    [{}, 'everyone', null],
  ])('%j gets %s', (context, value, rule) => {
    expect(evaluate(staff, context)).toEqual({ value, rule })
  })
})

describe('contexts', () => {
  test('are read from addresses, with or without padding', () => {
    const context = { key: 'zoë', email: 'a?b' }
    expect(contextFromAddress(address(context))).toEqual(context)
    expect(contextFromAddress(Buffer.from(JSON.stringify(context)).toString('base64'))).toEqual(context)
  })

  test('a multi-context is evaluated as its user', () => {
    expect(contextFrom({ kind: 'multi', user: { key: 'u' }, device: { key: 'd' } })).toEqual({ key: 'u' })
    expect(contextFrom({ kind: 'multi', device: { key: 'd' } })).toBeNull()
  })

  test.each(['', '%', 'bm90IGpzb24', address([1]), address('text')])('"%s" is not a context', (part) => {
    expect(contextFromAddress(part)).toBeNull()
  })
})

describe('the document', () => {
  test.each([
    ['{"a": ', 'not JSON'],
    ['[]', 'top level'],
    ['{"a": {}}', 'a.value'],
    ['{"a": {"value": null}}', 'a.value'],
    ['{"a": {"value": true, "rule": []}}', 'a.rule'],
    [
      '{"a": {"value": true, "rules": [{"attribute": "email", "op": "is", "values": [], "value": 1}]}}',
      'a.rules.0.op',
    ],
  ])('%s is refused, and its path is named', (text, path) => {
    expect(() => parseFlagDocument(text)).toThrow(BadFlagDocument)
    expect(() => parseFlagDocument(text)).toThrow(path)
  })
})

describe('flipping', () => {
  const document: FlagDocument = {
    plain: { value: false },
    ruled: {
      value: false,
      rules: [{ attribute: 'email', op: 'ends-with', values: ['@example.com'], value: true }],
    },
  }
  const ada = 'ada@example.com'
  const valueFor = (changed: FlagDocument, key: string, email: string) =>
    evaluate(changed[key] ?? { value: 'absent' }, { email }).value

  test('for everyone changes the value and leaves the rules', () => {
    expect(setFlag(document, 'plain', true, '')).toEqual({ ...document, plain: { value: true } })
    expect(setFlag(document, 'ruled', true, '')['ruled']?.rules).toEqual(document['ruled']?.rules)
  })

  test('for one person changes it for that person only', () => {
    const changed = setFlag(document, 'plain', true, ada)
    expect([valueFor(changed, 'plain', ada), valueFor(changed, 'plain', 'other@example.com')]).toEqual([
      true,
      false,
    ])
    expect(isSetFor(changed['plain'] ?? { value: 0 }, ada)).toBe(true)
  })

  test('for one person precedes a rule for many', () => {
    const changed = setFlag(document, 'ruled', false, ada)
    expect([valueFor(changed, 'ruled', ada), valueFor(changed, 'ruled', 'bob@example.com')]).toEqual([
      false,
      true,
    ])
  })

  test('forth and back leaves no trace', () => {
    const there = setFlag(document, 'ruled', false, ada)
    expect(setFlag(there, 'ruled', true, ada)).toEqual(document)
    expect(resetFlag(there, 'ruled', ada)).toEqual(document)
  })

  test('two users with the same value share a rule', () => {
    const both = setFlag(setFlag(document, 'plain', true, ada), 'plain', true, 'bob@example.com')
    expect(both['plain']?.rules).toEqual([
      { attribute: 'email', op: 'in', values: [ada, 'bob@example.com'], value: true },
    ])
  })

  test('an unknown flag is ignored', () => {
    expect(setFlag(document, 'other', true, '')).toBe(document)
    expect(resetFlag(document, '__proto__', ada)).toBe(document)
  })
})

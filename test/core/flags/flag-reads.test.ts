import { readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'vite'
import { describe, expect, it } from 'vitest'
import { memoryFlagSource } from '../../../src/adapters/flag-source/memory/memory-flag-source'
import { flagKeys } from '../../../src/core/kernel/flag-table'
import { filesBelow } from '../../architecture/imports'

/** Places where a source reads a flag: `….values['key']`, `values['key']`, `….all()['key']`. */
function flagReads(file: string, code: string): readonly string[] {
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]?.message ?? ''}`)
  const found: string[] = []
  const text = (node: { readonly start: number; readonly end: number }): string =>
    code.slice(node.start, node.end)
  new Visitor({
    MemberExpression({ computed, object, property }) {
      if (!computed || property.type !== 'Literal' || typeof property.value !== 'string') return
      if (/(^|\.)values$|\.all\(\)$/.test(text(object))) found.push(property.value)
    },
  }).visit(program)
  return found
}

const table: readonly string[] = flagKeys

describe('flags that the portal reads', () => {
  const reads = filesBelow('src', /\.tsx?$/).flatMap((file) =>
    flagReads(file, readFileSync(file, 'utf8')).map((key) => ({ file, key })),
  )

  it('are found', () => {
    const keys = reads.map(({ key }) => key)
    for (const key of [
      'miu-chart-interactions-enabled',
      'miu-deep-research-enabled',
      'miu-query-params-bypass',
    ])
      expect(keys).toContain(key)
  })

  it('are all in the table', () => {
    expect(reads.filter(({ key }) => !table.includes(key))).toEqual([])
  })

  it.each([
    "const on = state.values['no-such-flag']",
    "const on = values['no-such-flag']",
    "const on = source.all()['no-such-flag']",
    "const On = () => <b hidden={state.values['no-such-flag']} />",
  ])('would be caught: %s', (code) => {
    expect(flagReads('planted.tsx', code)).toEqual(['no-such-flag'])
  })

  it('do not compile when they are not in the table', () => {
    const source = memoryFlagSource()
    // @ts-expect-error -- there is no such flag
    expect(source.all()['no-such-flag']).toBeUndefined()
    // @ts-expect-error -- a flag has one type
    const text: string = source.all()['new-feature']
    expect(text).toBe(false)
  })
})

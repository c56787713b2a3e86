import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitAtFigures } from '../../../src/core/research/figures'
import { evidenceOf } from '../../../src/core/research/evidence'

const figuresIn = (text: string): readonly string[] =>
  splitAtFigures(text).filter((_part, at) => at % 2 === 1)

test.each([
  ['Volume rose to $1.2 billion, up $12.5k.', ['$1.2 billion', '$12.5k']],
  ['A $1.2-billion inflow, $1.3bn before, 1.5 Trillion in all', ['$1.2-billion', '$1.3bn', '1.5 Trillion']],
  ['IBIT had +$995M, ETHA −$313M; 59.8% of $1,234, 5 T', ['+$995M', '−$313M', '59.8%', '$1,234', '5 T']],
  // A hyphen after a number is no sign.
  ['It grew 10%-20%, $1.2B-$1.5B, by -3%', ['10%', '20%', '$1.2B', '$1.5B', '-3%']],
  // The first number has the unit of the second.
  ['1.5-2.5%, $1.25–1.5 billion, between $1.2 and $1.4 billion', ['2.5%', '1.5 billion', '$1.4 billion']],
  ['In 2026, 3 T-bills of version 1.2.3 on 20.11.2026', []],
])('the figures of %j are %j', (text, figures) => {
  expect(figuresIn(text)).toEqual(figures)
})

test.each(['$1.2 crore', '$1.2mn', '$1.2 Mrd', '12.5 m', '$1.2 quadrillion', '1.2e9', '1.2億', '1.2 млрд'])(
  'a number with a scale that is not known is no figure: %s',
  (text) => {
    expect(figuresIn(text)).toEqual([])
  },
)

test('a figure with its scale in words is the cell of that size', () => {
  const column = (name: string, values: readonly number[]) => ({ id: name, name, dataType: 'DOUBLE', values })
  const table = [column('Volume', [1_203_000_000, 12_510]), column('Change %', [1.18, 12.5])]
  for (const written of ['$1.2 billion', '$1.2bn', '1.2-billion', '1.2 B'])
    expect(evidenceOf(table, written)?.columns).toEqual(['Volume'])
  expect(evidenceOf(table, '$12.5k')?.cell?.value).toBe(12_510)
  expect(evidenceOf(table, '$1.2 crore')).toBeNull()
})

test('a text is only split, and each of its figures can be read', () => {
  const parts = fc.constantFrom(
    '$',
    '-',
    '−',
    '+',
    '1',
    '20',
    '1.5',
    ',',
    '.',
    ' ',
    '%',
    'B',
    'k',
    'bn',
    ' million',
    'bp',
    'x',
    ' to ',
    '億',
  )
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 12 }), (words) => {
      const text = words.join('')
      expect(splitAtFigures(text).join('')).toBe(text)
      for (const figure of figuresIn(text)) {
        // A table of every number that the figure could be, and of none else, has its cell.
        const digits = Number(/[\d,]+(?:\.\d+)?/.exec(figure)?.[0].replaceAll(',', ''))
        const values = [1, 1e3, 1e6, 1e9, 1e12].flatMap((scale) => [digits * scale, -digits * scale])
        expect(evidenceOf([{ id: 'a', name: 'a', dataType: 'DOUBLE', values }], figure)).not.toBeNull()
      }
    }),
  )
})

import { describe, expect, it } from 'vitest'
import { anchors, number, recordFile, since, text } from '../../../../local/bi-host/data/records'

const read = (...lines: readonly string[]): unknown =>
  recordFile('coins.jsonl', `${lines.map((line) => line.replace('{', '{"record": "coin", ')).join('\n')}\n`, [
    'coin',
    'fund',
  ])('coin', { name: text, weight: number, since, supply: anchors })

describe('a table of the universe', () => {
  it('is one record a line; levels stand on dates, or stay', () => {
    const moving = '{"name": "A", "weight": 2, "supply": "2023-11-21 3.5, 2026-11-20 4"}'
    const steady = '{"name": "B", "weight": 1, "since": "2024-02-29", "supply": 7}'
    expect(read(moving, steady)).toEqual([
      {
        name: 'A',
        weight: 2,
        supply: [
          ['2023-11-21', 3.5],
          ['2026-11-20', 4],
        ],
      },
      {
        name: 'B',
        weight: 1,
        since: '2024-02-29',
        supply: [
          ['2023-11-21', 7],
          ['2026-11-20', 7],
        ],
      },
    ])
  })

  it.each([
    ['{"name": "A", "weight": 1', 'no record: '],
    ['["A", 1]', 'record: '],
    ['{"record": "share"}', 'record: '],
    ['{"name": "A", "supply": 1}', 'weight: '],
    ['{"name": "", "weight": 1, "supply": 1}', 'name: '],
    ['{"name": "A", "weight": 1, "supply": 1, "sinse": "2024-01-01"}', 'sinse: '],
    ['{"name": "A", "weight": 1, "supply": 1, "since": "January"}', 'since: '],
    ['{"name": "A", "weight": 1, "supply": "2023-11-21"}', 'supply: no levels on dates'],
    [
      '{"name": "A", "weight": 1, "supply": "2024-01-02 1, 2024-01-01 2"}',
      'supply: the dates are not in order',
    ],
  ])('names the line that is wrong: %s', (line, what) => {
    expect(() => read('{"name": "Z", "weight": 1, "supply": 1}', line)).toThrow(`coins.jsonl:2: ${what}`)
  })
})

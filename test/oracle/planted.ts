import { readFileSync } from 'node:fs'

/** A difference from the vendor that somebody could make, and the test that has to fail of it. */
export interface PlantedDifference {
  /** Which of the vendor's facts it is about, counted from 1. */
  readonly oracle: number
  /** What holds without it, in one sentence. */
  readonly holds: string
  readonly file: string
  /** Stands in the file once; `to` takes its place. */
  readonly from: string
  readonly to: string
  readonly test: string
  /** A part of the test's name, or of the names of a table of tests. */
  readonly title: string
}

export const plantedDifferences = (): readonly PlantedDifference[] =>
  readFileSync('test/oracle/planted.jsonl', 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as PlantedDifference)

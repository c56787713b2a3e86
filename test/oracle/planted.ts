import { readFileSync } from 'node:fs'

/** A possible difference from the vendor, and the test that has to fail because of it. */
export interface PlantedDifference {
  /** The vendor fact that it is about, counted from 1. */
  readonly oracle: number
  /** What holds without it, in one sentence. */
  readonly holds: string
  readonly file: string
  /** Occurs in the file once; replaced by `to`. */
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

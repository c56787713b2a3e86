import type { Suite } from '../suite'

/** Which laws hold for each adapter, and which broken adapters each law has caught. */
export interface LawTable {
  /** The suite, with its laws' outcomes noted under this name. */
  recording<World, Claims>(suite: Suite<World, Claims>, adapter: string): Suite<World, Claims>
  caught(law: string): void
  /** As Markdown. */
  toString(): string
}

export function lawTable(laws: readonly { readonly name: string }[]): LawTable {
  const outcomes = new Map<string, Map<string, 'held' | 'broken'>>()
  const catches = new Map<string, number>()
  return {
    recording(suite, adapter) {
      const column = new Map<string, 'held' | 'broken'>()
      outcomes.set(adapter, column)
      return {
        name: suite.name,
        laws: suite.laws.map(({ name, check }) => ({
          name,
          async check(world, claims) {
            column.set(name, 'broken')
            await check(world, claims)
            column.set(name, 'held')
          },
        })),
      }
    },
    caught: (law) => void catches.set(law, (catches.get(law) ?? 0) + 1),
    toString() {
      const adapters = [...outcomes.keys()]
      const row = (cells: readonly unknown[]): string => `| ${cells.join(' | ')} |`
      return [
        row(['Law', ...adapters, 'Broken adapters it caught']),
        row(['---', ...adapters.map(() => '---'), '---']),
        ...laws.map(({ name }) =>
          row([
            name,
            ...adapters.map((adapter) => outcomes.get(adapter)?.get(name) ?? 'not run'),
            catches.get(name) ?? 0,
          ]),
        ),
      ].join('\n')
    },
  }
}

/** A table of names, one `of: name, name` a line of two spaces' indent; longer lines go on further in. */
export const namesOf = (table: string): readonly (readonly [of: string, names: readonly string[]])[] =>
  table
    .trim()
    .split(/\n(?= {2}\S)/)
    .map((entry) => {
      const colon = entry.indexOf(':')
      const names = entry
        .slice(colon + 1)
        .split(',')
        .map((name) => name.replaceAll(/\s+/g, ' ').trim())
      return [entry.slice(0, colon).trim(), names] as const
    })

/** The color library's own types are a package apart; these are the four functions that a test asks for. */
declare module 'culori' {
  type Seen = (color: string) => string
  export const differenceCiede2000: () => (one: unknown, other: unknown) => number
  export const filterDeficiencyDeuter: (severity: number) => Seen
  export const filterDeficiencyProt: (severity: number) => Seen
  export const filterDeficiencyTrit: (severity: number) => Seen
}

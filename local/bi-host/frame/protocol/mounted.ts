/** What a page of the frame answers for while it is mounted. */
export interface Mounted<Controls> {
  /** Who asks before there is one waits for the first. */
  readonly current: () => Promise<Controls>
  readonly take: (controls: Controls) => void
}

export function createMounted<Controls>(): Mounted<Controls> {
  let taken: (controls: Controls) => void
  let current = new Promise<Controls>((resolve) => (taken = resolve))
  return {
    current: () => current,
    take(controls) {
      taken(controls)
      current = Promise.resolve(controls)
    },
  }
}

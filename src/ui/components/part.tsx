import { lazy, useState, type ComponentType, type ReactNode } from 'react'

/** Thrown for a part of the portal whose file could not be fetched. */
export class PartMissing extends Error {
  override name = 'PartMissing'
}

interface Part<Props> {
  (props: Props): ReactNode
  /** Fetches the file before it is wanted; one that does not come is asked for again when it is. */
  readonly prefetch: () => Promise<void>
}

/** Milliseconds that somebody waits for a file before they are told that it is missing; it may still come. */
export const fileMs = 20_000

/** The style sheet of a file that did not come. */
const lostSheets = new Map<unknown, string>()

/**
 * Does what `load` does, and asks for a style sheet of it that did not come again the next time: Vite itself asks once, and would go on
 * without it.
 */
export async function loadFile<Module>(load: () => Promise<Module>): Promise<Module> {
  const lost = lostSheets.get(load)
  if (lost !== undefined) await loadSheet(lost)
  lostSheets.delete(load)
  try {
    return await load()
  } catch (cause) {
    const sheet = /CSS for (\S+)/.exec(String(cause))?.[1]
    if (sheet !== undefined) lostSheets.set(load, sheet)
    throw cause
  }
}

function loadSheet(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = href
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', (event) => {
      link.remove()
      reject(event)
    })
    document.head.append(link)
  })
}

/** Rejects where a file does not come in time. */
function inTime<Module>(file: Promise<Module>): Promise<Module> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(reject, fileMs, 'not in time')
    void file.then(resolve, reject).finally(() => clearTimeout(late))
  })
}

/** Every part that a module loaded so far names. */
export const parts: Part<never>[] = []
let missing: (() => void)[] = []

/** Parts that could not be fetched are asked for again when they are next rendered. */
export function forgetMissingParts(): void {
  for (const forget of missing) forget()
  missing = []
}

/**
 * A component in a file of its own, fetched when it is first rendered. React's `lazy` keeps a failure for good; this one asks again
 * after `forgetMissingParts`.
 * @throws PartMissing while rendering, when the file could not be fetched.
 */
export function part<Props extends object>(load: () => Promise<ComponentType<Props>>): Part<Props> {
  let coming: Promise<ComponentType<Props>> | undefined
  let shown: ComponentType<Props>
  const fetchFile = (): Promise<ComponentType<Props>> =>
    (coming ??= inTime(loadFile(load)).then(
      (component) => (shown = component),
      (cause: unknown) => {
        missing.push(forget)
        throw new PartMissing(String(cause))
      },
    ))
  const forget = (): void => {
    coming = undefined
    shown = lazy(async () => ({ default: await fetchFile() }))
  }
  forget()
  function InFile(props: Props): ReactNode {
    // One and the same for as long as it is on the page.
    const [Shown] = useState(() => shown)
    return <Shown {...props} />
  }
  const made = Object.assign(InFile, {
    prefetch: () => fetchFile().then(() => undefined, forget),
  })
  parts.push(made)
  return made
}

import { lazy, useState, type ComponentType, type ReactNode } from 'react'

/** Thrown for a part of the portal whose file could not be loaded. */
export class PartMissing extends Error {
  override name = 'PartMissing'
}

interface Part<Props> {
  (props: Props): ReactNode
  /** Loads the file ahead of use. If that fails, the part loads it again when it renders. */
  readonly prefetch: () => Promise<void>
}

/** Timeout for a file, in milliseconds. The user then sees that it is missing, although it may still arrive. */
export const fileTimeoutMs = 20_000

/** Style sheets that failed to load, by load function. */
const failedSheets = new Map<unknown, string>()

/**
 * Calls `load`. If a style sheet of it failed to load, the next call loads that first: Vite itself requests it once, and would go on
 * without it.
 */
export async function loadFile<Module>(load: () => Promise<Module>): Promise<Module> {
  const failedSheet = failedSheets.get(load)
  if (failedSheet !== undefined) await loadSheet(failedSheet)
  failedSheets.delete(load)
  try {
    return await load()
  } catch (cause) {
    const sheet = /CSS for (\S+)/.exec(String(cause))?.[1]
    if (sheet !== undefined) failedSheets.set(load, sheet)
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

/** Rejects if a file does not load in time. */
function inTime<Module>(file: Promise<Module>): Promise<Module> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(reject, fileTimeoutMs, 'not in time')
    void file.then(resolve, reject).finally(() => clearTimeout(late))
  })
}

/** All parts declared by the modules loaded so far. */
export const parts: Part<never>[] = []
let retries: (() => void)[] = []

/** Lets parts that failed to load try again when they next render. */
export function forgetMissingParts(): void {
  for (const forget of retries) forget()
  retries = []
}

/**
 * A component in its own file, loaded when it first renders. React's `lazy` keeps a failure forever; this one retries after
 * `forgetMissingParts`.
 * @throws PartMissing while rendering, when the file could not be loaded.
 */
export function part<Props extends object>(load: () => Promise<ComponentType<Props>>): Part<Props> {
  let loading: Promise<ComponentType<Props>> | undefined
  let shown: ComponentType<Props>
  const fetchFile = (): Promise<ComponentType<Props>> =>
    (loading ??= inTime(loadFile(load)).then(
      (component) => (shown = component),
      (cause: unknown) => {
        retries.push(forget)
        throw new PartMissing(String(cause))
      },
    ))
  const forget = (): void => {
    loading = undefined
    shown = lazy(async () => ({ default: await fetchFile() }))
  }
  forget()
  function InFile(props: Props): ReactNode {
    // The same component for as long as this one is mounted.
    const [Shown] = useState(() => shown)
    return <Shown {...props} />
  }
  const made = Object.assign(InFile, {
    prefetch: () => fetchFile().then(() => undefined, forget),
  })
  parts.push(made)
  return made
}

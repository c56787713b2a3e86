type StorageArea = Pick<Storage, 'getItem' | 'setItem'>

/**
 * Storage that survives a reload of this frame: session storage, or the window's name where the browser blocks storage for a cross-site
 * frame. The name survives a reload by the embedding page and is dropped with the frame.
 */
export function reloadStorage(page: Pick<Window, 'name' | 'sessionStorage'> = window): StorageArea {
  try {
    return page.sessionStorage
  } catch {
    return inName(page)
  }
}

const mark = 'assay-kept:'

function inName(page: { name: string }): StorageArea {
  const read = (): Record<string, string> => {
    try {
      return page.name.startsWith(mark)
        ? (JSON.parse(page.name.slice(mark.length)) as Record<string, string>)
        : {}
    } catch {
      return {}
    }
  }
  const write = (all: Record<string, string>): void => void (page.name = mark + JSON.stringify(all))
  return {
    getItem: (key) => read()[key] ?? null,
    setItem: (key, value) => write({ ...read(), [key]: value }),
  }
}

/** The stored value, which is untrusted. Null if there is none, or no storage. */
export function readItem(key: string, storage: () => StorageArea = reloadStorage): unknown {
  try {
    return JSON.parse(storage().getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Null removes the value. A no-op if storage is disabled. */
export function writeItem(key: string, value: unknown, storage: () => StorageArea = reloadStorage): void {
  try {
    storage().setItem(key, JSON.stringify(value))
  } catch {
    // Best effort.
  }
}

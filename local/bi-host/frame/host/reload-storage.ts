type StorageArea = Pick<Storage, 'getItem' | 'setItem'>

/**
 * What outlives a reload of this frame: the tab's own storage, and where the browser keeps that from a frame of another site, the name
 * of the window. The name stays while the embedding page reloads the frame, and goes with it.
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

/** What was kept under this name, as untrusted as all that is stored; null where there is nothing, or no storage. */
export function recall(key: string, storage: () => StorageArea = reloadStorage): unknown {
  try {
    return JSON.parse(storage().getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** With null nothing is kept. Where storage is switched off all of it is forgotten. */
export function keep(key: string, value: unknown, storage: () => StorageArea = reloadStorage): void {
  try {
    storage().setItem(key, JSON.stringify(value))
  } catch {
    // Nothing hangs on it.
  }
}

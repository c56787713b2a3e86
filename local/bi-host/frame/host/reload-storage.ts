type StorageArea = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

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
    removeItem(key) {
      const { [key]: _gone, ...others } = read()
      write(others)
    },
  }
}

import { ensureDatabase } from '../data/build'

/** The analytical file of a data folder; generated when it is missing or of an older version. */
export async function databaseIn(folder: string, onProgress?: (line: string) => void): Promise<string> {
  const { path } = await ensureDatabase({ folder, ...(onProgress ? { onProgress } : {}) })
  return path
}

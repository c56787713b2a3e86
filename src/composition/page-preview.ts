import { sha256 } from '../adapters/flag-source/sha256'
import { previewParameter, readPreview, type Preview } from '../core/flags/preview'
import type { Ports } from '../core/ports'

/** The preview value of the address this page was opened with, hashed here: the core has no cryptography. */
export async function pagePreview(
  ports: Ports,
  startAddress: string,
  expectedHash: string,
): Promise<Preview> {
  const value = new URL(startAddress).searchParams.get(previewParameter)
  return readPreview(ports, value, value === null ? null : await sha256(value), expectedHash)
}

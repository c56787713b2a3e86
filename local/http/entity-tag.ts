import { createHash, type BinaryLike } from 'node:crypto'

/** A strong entity tag of the content, quoted for the header. */
export function entityTag(content: BinaryLike): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
}

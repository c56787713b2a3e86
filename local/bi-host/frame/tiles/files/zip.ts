/** A file inside an archive. */
export interface ZipEntry {
  readonly name: string
  readonly content: string
}

/** An archive of stored (not compressed) files, as small office documents need it. */
export function zip(entries: readonly ZipEntry[]): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder()
  const parts: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let offset = 0
  for (const entry of entries) {
    const name = encoder.encode(entry.name)
    const content = encoder.encode(entry.content)
    const common = [
      word(20), // version that can read it
      word(0x0800), // names are UTF-8
      word(0), // stored
      word(0), // time
      word(0x21), // date: 1 January 1980, so that equal content gives equal files
      long(crc32(content)),
      long(content.length),
      long(content.length),
      word(name.length),
      word(0),
    ]
    const local = join([long(0x04034b50), ...common, name])
    directory.push(
      join([long(0x02014b50), word(20), ...common, word(0), word(0), word(0), long(0), long(offset), name]),
    )
    parts.push(local, content)
    offset += local.length + content.length
  }
  const index = join(directory)
  const end = [
    long(0x06054b50),
    word(0),
    word(0),
    word(entries.length),
    word(entries.length),
    long(index.length),
    long(offset),
    word(0),
  ]
  return join([...parts, index, ...end])
}

function word(value: number): Uint8Array {
  return Uint8Array.of(value & 255, (value >>> 8) & 255)
}

function long(value: number): Uint8Array {
  return Uint8Array.of(value & 255, (value >>> 8) & 255, (value >>> 16) & 255, (value >>> 24) & 255)
}

export function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

export function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff
  for (const byte of bytes) value = (value >>> 8) ^ (table[(value ^ byte) & 255] ?? 0)
  return (value ^ 0xffffffff) >>> 0
}

import { expect, test } from 'vitest'
import { documentOf } from '../../../../../local/bi-host/frame/tiles/files/document'
import { spreadsheetOf } from '../../../../../local/bi-host/frame/tiles/files/spreadsheet'
import { crc32, zip } from '../../../../../local/bi-host/frame/tiles/files/zip'

const decoder = new TextDecoder('latin1')

/** Reads an archive by its directory at the end, as unpackers do; checks every sum. */
function unpack(archive: Uint8Array): Map<string, string> {
  const view = new DataView(archive.buffer)
  const end = archive.length - 22
  expect(view.getUint32(end, true)).toBe(0x06054b50)
  const files = new Map<string, string>()
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    expect(view.getUint32(at, true)).toBe(0x02014b50)
    const size = view.getUint32(at + 20, true)
    const nameLength = view.getUint16(at + 28, true)
    const local = view.getUint32(at + 42, true)
    const name = decoder.decode(archive.subarray(at + 46, at + 46 + nameLength))
    expect(view.getUint32(local, true)).toBe(0x04034b50)
    const start = local + 30 + view.getUint16(local + 26, true)
    const content = archive.subarray(start, start + size)
    expect(crc32(content)).toBe(view.getUint32(at + 16, true))
    files.set(name, new TextDecoder().decode(content))
    at += 46 + nameLength
  }
  return files
}

test('the sum is the one of the standard', () => {
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926)
})

test('an archive gives back what was put into it', () => {
  const files = unpack(
    zip([
      { name: 'a.txt', content: 'one' },
      { name: 'b/ü.txt', content: '' },
    ]),
  )
  expect([...files.values()]).toEqual(['one', ''])
})

test('a spreadsheet keeps numbers as numbers and texts as texts', () => {
  const files = unpack(
    spreadsheetOf(
      {
        columns: [
          { label: 'Name <&>', numeric: false },
          { label: 'Value', numeric: true },
        ],
        rows: [
          [
            { raw: '=1+1', text: '' },
            { raw: -1234.5, text: '\u22121.23K' },
          ],
        ],
      },
      'Supply: by [chain]? and a name longer than thirty-one characters',
    ),
  )
  const sheet = files.get('xl/worksheets/sheet1.xml') ?? ''
  expect(sheet).toContain('Name &lt;&amp;&gt;')
  expect(sheet).toContain('<t xml:space="preserve">=1+1</t>')
  expect(sheet).toContain('<v>-1234.5</v>')
  expect(sheet).not.toContain('<f>')
  expect(files.get('xl/workbook.xml')).toMatch(/name="Supply  by  chain/)
  expect(/name="([^"]*)"/.exec(files.get('xl/workbook.xml') ?? '')?.[1]?.length).toBeLessThanOrEqual(31)
})

test('a document\u2019s table of objects points at them', () => {
  const jpeg = Uint8Array.of(0xff, 0xd8, 0x25, 0x50, 0xff, 0xd9)
  const file = decoder.decode(documentOf(jpeg, { width: 400, height: 200 }, 2))
  const start = Number(/startxref\n(\d+)/.exec(file)?.[1])
  expect(file.slice(start, start + 4)).toBe('xref')
  const places = [...file.slice(start).matchAll(/^(\d{10}) 00000 n/gm)].map((match) => Number(match[1]))
  expect(places).toHaveLength(5)
  for (const [at, place] of places.entries()) expect(file.slice(place, place + 7)).toBe(`${at + 1} 0 obj`)
  expect(file).toContain('/MediaBox [0 0 200 100]')
  expect(file).toContain(`/Length ${jpeg.length} >>`)
})

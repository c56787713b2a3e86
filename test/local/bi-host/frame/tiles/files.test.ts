import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { archiveOf, documentOf, spreadsheetOf } from '../../../../../local/bi-host/frame/tiles/files'

const bytesOf = async (file: Blob) => new Uint8Array(await file.arrayBuffer())

async function unpacked(archive: Blob): Promise<ReadonlyMap<string, string>> {
  const files = Object.entries(unzipSync(await bytesOf(archive)))
  return new Map(files.map(([name, content]) => [name, new TextDecoder().decode(content)]))
}

test('an archive gives back what was put into it, and is the same for the same content', async () => {
  const texts = { 'a.txt': 'one', 'b/ü.txt': '' }
  expect(Object.fromEntries(await unpacked(archiveOf(texts)))).toEqual(texts)
  expect(await bytesOf(archiveOf(texts))).toEqual(await bytesOf(archiveOf(texts)))
})

test('a spreadsheet keeps numbers as numbers and texts as texts', async () => {
  const files = await unpacked(
    await spreadsheetOf(
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
  const texts = files.get('xl/sharedStrings.xml') ?? ''
  expect(texts).toContain('Name &lt;&amp;&gt;')
  expect(texts).toContain('>=1+1</t>')
  expect(sheet).toContain('<v>-1234.5</v>')
  expect(sheet).not.toContain('<f>')
  expect(files.get('xl/workbook.xml')).toMatch(/name="Supply  by  chain/)
  expect(/name="([^"]*)"/.exec(files.get('xl/workbook.xml') ?? '')?.[1]?.length).toBeLessThanOrEqual(31)
})

test('a document\u2019s table of objects points at them', async () => {
  const jpeg = Uint8Array.of(0xff, 0xd8, 0x25, 0x50, 0xff, 0xd9)
  const file = new TextDecoder('latin1').decode(await bytesOf(documentOf(jpeg, { width: 400, height: 200 })))
  const start = Number(/startxref\n(\d+)/.exec(file)?.[1])
  expect(file.slice(start, start + 4)).toBe('xref')
  const offsets = [...file.slice(start).matchAll(/^(\d{10}) 00000 n/gm)].map((match) => Number(match[1]))
  expect(offsets).toHaveLength(5)
  for (const [at, offset] of offsets.entries()) expect(file.slice(offset, offset + 7)).toBe(`${at + 1} 0 obj`)
  expect(file).toContain('/MediaBox [0 0 200 100]')
  expect(file).toContain(`/Length ${jpeg.length} >>`)
})

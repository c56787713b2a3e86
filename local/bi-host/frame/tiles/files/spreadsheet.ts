import type { PlainTable } from '../../../rendering/table-model'
import { zip } from './zip'

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const officeTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** A table as an XLSX workbook of one sheet. Texts are texts, never formulas; numbers keep their digits. */
export function spreadsheetOf(table: PlainTable, title: string): Uint8Array<ArrayBuffer> {
  const rows = [
    table.columns.map((column) => textCell(column.label)),
    ...table.rows.map((row) =>
      row.map((cell) =>
        typeof cell.raw === 'number' ? `<c><v>${cell.raw}</v></c>` : textCell(cell.raw ?? ''),
      ),
    ),
  ]
  const sheet = rows.map((cells) => `<row>${cells.join('')}</row>`).join('')
  return zip([
    {
      name: '[Content_Types].xml',
      content: `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    },
    { name: '_rels/.rels', content: relation('officeDocument', 'xl/workbook.xml') },
    { name: 'xl/_rels/workbook.xml.rels', content: relation('worksheet', 'worksheets/sheet1.xml') },
    {
      name: 'xl/workbook.xml',
      content: `${head}<workbook xmlns="${main}" xmlns:r="${officeTypes}"><sheets><sheet name="${escape(sheetName(title))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `${head}<worksheet xmlns="${main}"><sheetData>${sheet}</sheetData></worksheet>`,
    },
  ])
}

function relation(type: string, target: string): string {
  return `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${officeTypes}/${type}" Target="${target}"/></Relationships>`
}

function textCell(text: string): string {
  return `<c t="inlineStr"><is><t xml:space="preserve">${escape(text)}</t></is></c>`
}

/** A sheet's name has at most 31 characters, and none of these. */
function sheetName(title: string): string {
  return (
    title
      .replace(/[\\/?*:[\]]/g, ' ')
      .slice(0, 31)
      .trim() || 'Data'
  )
}

function escape(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uFFFF]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

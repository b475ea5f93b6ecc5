import { zipSync } from 'fflate'

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** A cell: a text, a number, yes or no, nothing, or a number that is shown as a day. */
export type SheetCell = string | number | boolean | null | { day: number }

/** An Excel file (ECMA-376) with these sheets, by name, as Excel writes it: texts are shared, days are numbers with a style. */
export function makeWorkbook(sheets: Record<string, SheetCell[][]>): Buffer {
  const names = Object.keys(sheets)
  const texts: string[] = []
  const cellOf = (cell: SheetCell) => {
    if (cell === null) return ''
    if (typeof cell === 'string') return `<c t="s"><v>${texts.push(cell) - 1}</v></c>`
    if (typeof cell === 'boolean') return `<c t="b"><v>${Number(cell)}</v></c>`
    return typeof cell === 'number' ? `<c><v>${cell}</v></c>` : `<c s="1"><v>${cell.day}</v></c>`
  }
  const column = (index: number) => String.fromCharCode(65 + index)
  const parts: Record<string, string> = {}
  for (const [at, rows] of Object.values(sheets).entries()) {
    const lines = rows.map((row, y) => {
      const cells = row.map((cell, x) => cellOf(cell).replace('<c', `<c r="${column(x)}${y + 1}"`))
      return `<row r="${y + 1}">${cells.join('')}</row>`
    })
    parts[`xl/worksheets/sheet${at + 1}.xml`] =
      `<worksheet xmlns="${MAIN}"><sheetData>${lines.join('')}</sheetData></worksheet>`
  }
  const escaped = texts.map((text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))
  parts['xl/sharedStrings.xml'] =
    `<sst xmlns="${MAIN}">${escaped.map((text) => `<si><t xml:space="preserve">${text}</t></si>`).join('')}</sst>`
  parts['xl/styles.xml'] =
    `<styleSheet xmlns="${MAIN}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`
  parts['xl/workbook.xml'] =
    `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('')}</sheets></workbook>`
  const relation = (at: number, type: string, target: string) =>
    `<Relationship Id="rId${at}" Type="${OFFICE}/${type}" Target="${target}"/>`
  parts['xl/_rels/workbook.xml.rels'] = `<Relationships xmlns="${PACKAGE}/relationships">${[
    ...names.map((_, at) => relation(at + 1, 'worksheet', `worksheets/sheet${at + 1}.xml`)),
    relation(names.length + 1, 'styles', 'styles.xml'),
    relation(names.length + 2, 'sharedStrings', 'sharedStrings.xml'),
  ].join('')}</Relationships>`
  parts['_rels/.rels'] =
    `<Relationships xmlns="${PACKAGE}/relationships">${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`
  parts['[Content_Types].xml'] =
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/></Types>`
  const files = Object.entries(parts).map(([name, xml]) => [name, Buffer.from(xml)])
  return Buffer.from(zipSync(Object.fromEntries(files)))
}

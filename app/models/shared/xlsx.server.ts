import { Readable } from 'node:stream'
import yazl from 'yazl'

/** A cell of a spreadsheet: a text, a number, yes or no, or nothing. */
export type Cell = string | number | boolean | null

/** The most rows of a sheet in Excel, with the header. */
export const MAX_SHEET_ROWS = 1_048_576
/** The most characters of a cell in Excel. */
const MAX_CELL = 32_767

/** The parts of a workbook with one sheet that are the same for each (ECMA-376, parts 1 and 2). */
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const PARTS = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Contacts" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  // Style 1 marks a text that looks like a formula as a text, as the apostrophe does that people type.
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf xfId="0" quotePrefix="1"/></cellXfs></styleSheet>`,
}

/**
 * A spreadsheet of one sheet, as a stream. Texts are never formulas. Holds one row in memory.
 * @throws while it is read, what `rows` throws
 */
export function writeXlsx(rows: AsyncIterable<readonly Cell[]>): AsyncIterable<Uint8Array> {
  const zip = new yazl.ZipFile()
  for (const [name, xml] of Object.entries(PARTS)) zip.addBuffer(Buffer.from(XML + xml), name)
  const sheet = Readable.from(sheetXml(rows), { objectMode: false })
  // The zip file does not pass on errors of what it reads.
  sheet.on('error', (error) => (zip.outputStream as Readable).destroy(error))
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml')
  zip.end()
  return zip.outputStream as Readable
}

async function* sheetXml(rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<Buffer> {
  yield Buffer.from(`${XML}<worksheet xmlns="${MAIN}"><sheetData>`)
  let number = 0
  for await (const row of rows) {
    number++
    const cells = row.map((cell, index) => cellXml(cell, columnName(index) + number))
    yield Buffer.from(`<row r="${number}">${cells.join('')}</row>`)
  }
  yield Buffer.from('</sheetData></worksheet>')
}

/** A, B, … Z, AA, … @param index from 0 */
const columnName = (index: number): string =>
  (index >= 26 ? columnName(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))

function cellXml(cell: Cell, at: string): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`
  if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${Number(cell)}</v></c>`
  const style = /^\s*[=+\-@]/.test(cell) ? ' s="1"' : ''
  return `<c r="${at}" t="inlineStr"${style}><is><t xml:space="preserve">${escapeXml(cell.slice(0, MAX_CELL))}</t></is></c>`
}

/** What XML 1.0 cannot contain, lone surrogates included. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it removes
const NOT_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDFFF]/gu

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escapeXml = (text: string): string =>
  text.replace(NOT_XML, '').replace(/[&<>]/g, (sign) => ENTITIES[sign]!)

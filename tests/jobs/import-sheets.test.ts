import { randomBytes } from 'node:crypto'
import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { convertSheet, startImport, storeUpload } from '~/models/imports/import.server'
import { getImport } from '~/models/imports/view.server'
import { prepareImports } from '../support/import-runs'
import { makeWorkbook } from '../support/workbook'

const imports = prepareImports()

async function convert(bytes: Uint8Array, sheet?: string) {
  const { app, userId } = imports
  const upload = await storeUpload(app.db, userId, 'People.xlsx', [bytes] as never)
  return convertSheet(app.db, userId, upload, sheet)
}

/** Imports an Excel file. @returns the import, and the contacts by address */
async function run(bytes: Uint8Array) {
  const { app, userId, personaId, database } = imports
  const file = await convert(bytes)
  if ('sheets' in file) throw new Error(`Sheets: ${file.sheets}`)
  const { jobId } = await startImport(app.db, userId, personaId, file)
  await imports.work(jobId)
  const view = await getImport(app.db, userId, personaId, jobId)
  const people = await database.sql`select * from contacts where user_id = ${userId} order by email`
  return { view, people }
}

const files = async () =>
  (await imports.database.sql`select name from job_files where user_id = ${imports.userId}`).map(
    ({ name }) => name,
  )

describe('an Excel file', () => {
  test('is imported as its cells are shown: days, numbers, yes and no', async () => {
    const { view, people } = await run(
      makeWorkbook({
        Contacts: [
          ['Email', 'First Name', 'Seats', 'Renewal', 'VIP', 'Note'],
          ['khai@vn.example', 'Nguyễn Thị Minh', 1200, { day: 46388 }, true, '=1+1 "a, b"\nsecond line'],
          ['<b&c>@vn.example', 'No address', null, null, null, null],
          [null, null, null, null, null, null],
          ['ann@vn.example', 'Ann', 0.5, null, false, ''],
        ],
      }),
    )
    expect(view.fileName).toBe('People.xlsx')
    expect(view.progress).toMatchObject({ added: 2, failed: 1, empty: 1 })
    expect(people.map(({ email, first_name, custom }) => ({ email, first_name, custom }))).toEqual([
      { email: 'ann@vn.example', first_name: 'Ann', custom: { seats: '0.5', vip: 'no' } },
      {
        email: 'khai@vn.example',
        first_name: 'Nguyễn Thị Minh',
        custom: { seats: '1200', renewal: '2027-01-01', vip: 'yes', note: '=1+1 "a, b" second line' },
      },
    ])
    const rejects = (await imports.rejectsOf(view)).toString()
    expect(rejects).toContain('3,Invalid email address,<b&c>@vn.example')
    expect(await files()).toEqual([])
  })

  test('with several sheets asks which one, and says so', async () => {
    const rows = [['Email'], ['a@b.example']]
    const workbook = makeWorkbook({
      People: rows,
      Empty: [],
      'More people': [['Email'], ['c@d.example'], ['e@f.example']],
    })
    expect(await convert(workbook)).toEqual({ sheets: ['People', 'More people'] })
    expect(await convert(workbook, 'Others')).toEqual({ sheets: ['People', 'More people'] })
    expect(await convert(workbook, 'More people')).toMatchObject({ name: 'People.xlsx', rows: 2 })
    // The upload itself is gone in each case.
    expect(await files()).toEqual(['People.xlsx'])
    expect(await convert(makeWorkbook({ Empty: [], People: rows }))).toMatchObject({ rows: 1 })
  })

  const huge = (size: number) => {
    const zip = Buffer.from(zipSync({ 'xl/workbook.xml': Buffer.alloc(2000) }))
    // What the directory says about the unpacked size (APPNOTE of ZIP, section 4.3.12).
    zip.writeUInt32LE(size, zip.indexOf(Buffer.from('PK\u0001\u0002')) + 24)
    return zip
  }
  test.each([
    ['noise', randomBytes(1000), 'INVALID'],
    ['nothing', Buffer.alloc(0), 'INVALID'],
    ['a zip of something else', Buffer.from(zipSync({ 'a.txt': Buffer.from('hello') })), 'INVALID'],
    [
      'a file of Excel 97, or one with a password',
      Buffer.from('d0cf11e0a1b11ae1'.padEnd(2048, '0'), 'hex'),
      'INVALID',
    ],
    ['a file that would fill the memory', huge(0xfffffff0), 'TOO_LARGE'],
    ['a file that unpacks to more than it says', huge(10), 'INVALID'],
    ['a file that is cut', makeWorkbook({ A: [['Email'], ['a@b.example']] }).subarray(0, 900), 'INVALID'],
    ['no rows', makeWorkbook({ A: [] }), 'INVALID'],
    ['too many columns', makeWorkbook({ A: [Array.from({ length: 26 }, (_, i) => `c${i}`)] }), 'ok'],
  ])('%s is refused', async (_, bytes, code) => {
    const outcome = await convert(bytes).then(
      () => 'ok',
      (error) => error.code as string,
    )
    expect(outcome).toBe(code)
    if (code !== 'ok') expect(await files()).toEqual([])
  })

  test('larger than 20 MB is refused while it streams in', async () => {
    const { app, userId } = imports
    async function* parts() {
      for (let mb = 0; mb < 30; mb++) yield Buffer.alloc(1024 * 1024)
    }
    await expect(storeUpload(app.db, userId, 'a.xlsx', parts())).rejects.toMatchObject({ code: 'TOO_LARGE' })
    expect(await files()).toEqual([])
  })
})

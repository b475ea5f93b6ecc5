import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { prepareImports } from '../support/import-runs'

const imports = prepareImports()
const run = imports.run.bind(imports)

describe('more files of each kind', () => {
  const A = 'a@kind.example'
  test.each([
    ['an unclosed quote in the address', `Email,Name\n"${A},Ann\nb@kind.example,Bo\n`, 1, 1],
    ['in the last row', `Email,Name\n${A},Ann\nb@kind.example,"Bo`, 1, 1],
    ['in each row', `Email,Name\n${A},"Ann\nb@kind.example,"Bo\nc@kind.example,"Cy\n`, 0, 3],
    ['with semicolons', `Email;Name;Plan\n${A};"Ann;x\nb@kind.example;Bo;y\n`, 1, 1],
    ['with old line ends', `Email,Name\r${A},"Ann\rb@kind.example,Bo\r`, 1, 1],
    ['before a row with quoted cells', `Email,Name\n${A},"Ann\n"b@kind.example","Bo"\n`, 1, 1],
    ['before a cell of two lines', `Email,Name\n${A},"Ann\nb@kind.example,"Bo\nCy"\n`, 1, 1],
    ['before a blank line', `Email,Name\n${A},"Ann\n\nb@kind.example,Bo\n`, 1, 1],
    ['an inch sign', `Email,Size\n${A},15"\nb@kind.example,Bo\n`, 2, 0],
    ['a quoted word in a cell', `Email,Name\n${A},Ann "the" Lee\nb@kind.example,Bo\n`, 2, 0],
  ])('quotes: %s', async (_, file, added, failed) => {
    expect((await run(file)).progress).toMatchObject({ current: added + failed, added, failed })
  })

  test.each([
    ['spaces and tabs', `Email,Name\n${A},Ann\n \t \n , \n`, 1],
    ['bare semicolons', `Email;Name\n;;;;\n${A};Ann\n;\n`, 2],
    ['quoted nothing', `Email,Name\n"",""\n${A},Ann\n`, 1],
    ['above the header', `,,\n\n,,\nEmail,Name,Plan\n${A},Ann,\n`, 0],
    ['at the end', `Email,Name\r\n${A},Ann\r\n,\r\n,\r\n\r\n`, 2],
    ['between the rows', `Email,Name\n,\n${A},Ann\n,\n,\n`, 3],
    ['bare pipes', `Email|Name\n|\n${A}|Ann\n|\n`, 2],
    ['bare tabs', `Email\tName\n\t\n${A}\tAnn\n`, 0],
    ['quoted spaces', `Email,Name\n" ","\t"\n${A},Ann\n`, 1],
    ['no-break spaces', `Email,Name\n\u00a0,\u00a0\n${A},Ann\n`, 1],
    ['more commas than columns', `Email,Name\n,,,,,,\n${A},Ann\n`, 1],
  ])('empty rows: %s', async (_, file, empty) => {
    expect((await run(file)).progress).toMatchObject({ added: 1, failed: 0, skipped: 0, empty })
  })

  test.each([
    [
      'fills a name',
      `Email,Name,City\n${A},,Bonn\nA@KIND.example,Ann Lee,Rome\n`,
      { name: 'Ann Lee', city: 'Bonn' },
    ],
    ['fills over a placeholder', `Email,City\n${A},N/A\n${A},Rome\n`, { city: 'Rome' }],
    ['fills variables', `Email,Plan,Size\n${A},Pro,\n${A},Free,9\n`, { custom: { plan: 'Pro', size: '9' } }],
    ['adds a stop', `Email,Opted Out\n${A},\n${A},yes\n`, { unsubscribed: true }],
    ['lifts no stop', `Email,Opted Out\n${A},yes\n${A},no\n`, { unsubscribed: true }],
    ['fills a place', `Email,Country\n${A},\n${A},Germany\n`, { country: 'Germany' }],
    [
      'fills a field in three rows',
      `Email,City,Title\n${A},,\n${A},Rome,\n${A},,CTO\n`,
      { city: 'Rome', title: 'CTO' },
    ],
    ['cleaned from its quotes', `Email,City\n${A},\n<${A}>,Rome\n`, { city: 'Rome' }],
    [
      'fills the first and the last name',
      `Email,First Name,Last Name\n${A},Ann,\n${A},Anna,Lee\n`,
      { first_name: 'Ann', last_name: 'Lee' },
    ],
    ['is not lost in a later batch', `Email,City\n${A},\n${'x\n'.repeat(1200)}${A},Rome\n`, { city: 'Rome' }],
  ])('a second row of an address %s', async (_, file, fields) => {
    const { people, progress } = await run(file)
    expect(people).toMatchObject([fields])
    expect(progress).toMatchObject({ added: 1, updated: 0, skipped: progress.current - progress.failed - 1 })
  })

  test.each([
    ['commas', 'Email,Name,Phone\nann,Ann,+49 30 1\n', 'utf8'],
    ['semicolons', 'Email;Name;Phone\nann;Ann;+49 30 1\n', 'utf8'],
    ['tabs', 'Email\tName\tPhone\nann\tAnn\t+49 30 1\n', 'utf8'],
    ['pipes', 'Email|Name|Phone\nann|Ann|+49 30 1\n', 'utf8'],
    ['UTF-16', 'Email\tName\tPhone\nann\tAnn\t+49 30 1\n', 'utf16le'],
    ['German headers', 'E-Mail;Name;Phone\nann;Ann;+49 30 1\n', 'windows-1252'],
    ['notes above the header', 'Export of people\n\nEmail,Name,Phone\nann,Ann,+49 30 1\n', 'utf8'],
    ['the line of Excel', 'sep=;\nEmail;Name;Phone\nann;Ann;+49 30 1\n', 'utf8'],
    ['quoted cells', '"Email","Name","Phone"\n"ann","Ann","+49 30 1"\n', 'utf8'],
    ['a quoted comma', 'Email,Phone,Name\nann,+49 30 1,"Ann"\n', 'utf8'],
  ])('corrected rejects: a file with %s', async (_, text, encoding) => {
    const file = iconv.encode(text, encoding, { addBOM: encoding === 'utf16le' })
    const rejects = iconv.decode(await imports.rejectsOf((await run(file)).view), encoding)
    expect(rejects).toContain('The email address has no @')
    const corrected = rejects.replace(/\bann\b/, A)
    const { people, progress } = await run(
      iconv.encode(corrected, encoding, { addBOM: encoding === 'utf16le' }),
    )
    expect(people).toMatchObject([{ email: A, name: 'Ann', custom: { phone: '+49 30 1' } }])
    expect(Object.keys(people[0]!.custom as object)).toEqual(['phone'])
    expect(progress).toMatchObject({ added: 1, failed: 0 })
  })

  test.each([
    ['Title beside Job Title', 'Title,Job Title', 'Mr.,CTO', 'CTO', { form_of_address: 'Mr.' }],
    ['Title of doctors beside Position', 'Title,Position', 'Dr.,CTO', 'CTO', { form_of_address: 'Dr.' }],
    ['Title alone, with forms of address', 'Title', 'Mrs.', null, { form_of_address: 'Mrs.' }],
    ['Title alone, with jobs', 'Title', 'CTO', 'CTO', {}],
    ['Prefix', 'Prefix,Job Title', 'Ms.,CTO', 'CTO', { prefix: 'Ms.' }],
    ['Salutation', 'Salutation,Title', 'Mr,CTO', 'CTO', { salutation: 'Mr' }],
    ['Anrede', 'Anrede,Position', 'Frau,CTO', 'CTO', { anrede: 'Frau' }],
    ['Civilité', 'Civilité,Poste', 'Mme,CTO', 'CTO', { civilite: 'Mme' }],
    [
      'a form of address and a degree',
      'Title,Job Title',
      'Prof. Dr.,CTO',
      'CTO',
      { form_of_address: 'Prof. Dr.' },
    ],
    ['an empty Title', 'Title,Job Title', ',CTO', 'CTO', {}],
  ])('the form of address: %s', async (_, names, cells, title, custom) => {
    const { people } = await run(`Email,${names}\n${A},${cells}\n`)
    expect(people).toMatchObject([{ title, custom }])
  })
})

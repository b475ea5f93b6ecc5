import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { App } from '~/app'
import { readCsvHead } from '~/components/imports/csv-head'
import { runImportContacts } from '~/jobs/tasks/import-contacts.server'
import { type ColumnChoice, guessColumns, mapColumns, refuseChoices } from '~/models/imports/columns'
import { checkChoices, getUpload, parseChoices, readHead } from '~/models/imports/head.server'
import { startImport, storeUpload } from '~/models/imports/import.server'
import { getImport } from '~/models/imports/view.server'
import { createPersona } from '~/models/personas/persona.server'
import { createTestApp } from '../support/app'
import { createTestDatabase, type TestDatabase } from '../support/db'
import { refused } from '../support/outreach'
import { createTestUser } from '../support/people'

let database: TestDatabase
let app: App
let userId: string
let personaId: string
beforeAll(async () => {
  database = await createTestDatabase()
  app = await createTestApp(database)
})
afterAll(async () => {
  await app.close()
  await database.drop()
})
beforeEach(async () => {
  userId = await createTestUser(database.db)
  const list = { name: 'People', industry: 'Software', jobTitle: 'CTO', location: 'Berlin' }
  personaId = (await createPersona(app.db, userId, list)).id
})

async function* whole(text: string) {
  yield Buffer.from(text)
}
const store = (text: string) => storeUpload(app.db, userId, 'people.csv', whole(text))
async function run(text: string, choices?: ColumnChoice[]) {
  const { jobId } = await startImport(app.db, userId, personaId, await store(text), { choices })
  await runImportContacts({ jobId }, { app, worker: 'test', signal: new AbortController().signal })
  return getImport(app.db, userId, personaId, jobId)
}

const FILE =
  'Kontakt,Vorname,Firma,Plan,Intern\na@x.example,Ann,Engines,Basic,secret\nb@x.example,Bo,,Plus,\n'
const CHOICES: ColumnChoice[] = ['email', 'firstName', 'organizationName', 'variable', 'skip']

describe('the columns of an import', () => {
  test('are imported as chosen: a field, a variable, or not at all', async () => {
    const { status, progress } = await run(FILE, CHOICES)
    expect([status, progress.added]).toEqual(['completed', 2])
    const rows = await database.sql`
      select email, first_name, organization_name, custom from contacts where user_id = ${userId} order by 1`
    expect(rows.map((row) => ({ ...row }))).toEqual([
      { email: 'a@x.example', first_name: 'Ann', organization_name: 'Engines', custom: { plan: 'Basic' } },
      { email: 'b@x.example', first_name: 'Bo', organization_name: null, custom: { plan: 'Plus' } },
    ])
  })

  test('are mapped by name by default', () => {
    const header = ['E-Mail', 'first_name', 'Company Name', 'Größe', 'email', 'Email Address']
    expect(guessColumns(header)).toEqual([
      'email',
      'firstName',
      'organizationName',
      'variable',
      'variable',
      'variable',
    ])
    expect(mapColumns(header)).toEqual(mapColumns(header, guessColumns(header)))
    expect(mapColumns(['', 'x', 'X', 'x'], ['skip', 'variable', 'variable', 'variable'])).toEqual([
      { skip: true },
      { custom: 'x' },
      { custom: 'x_2' },
      { custom: 'x_3' },
    ])
  })

  test('are recognized by common names, an exact name first', () => {
    expect(guessColumns(['Work Email', 'Given Name', 'Surname', 'Company', 'Job Title', 'LinkedIn'])).toEqual(
      ['email', 'firstName', 'lastName', 'organizationName', 'title', 'linkedinUrl'],
    )
    expect(guessColumns(['Company', 'Organization', 'constructor'])).toEqual([
      'variable',
      'organizationName',
      'variable',
    ])
  })

  test.each([
    [['E-Mail', 'Vorname', 'Nachname', 'Firma', 'Berufsbezeichnung']],
    [['E-Mail-Adresse', 'VORNAME', 'Familienname', 'Unternehmen', 'Position']],
    [['Email Address', 'First Name', 'Last Name', 'Company / Account', 'Job Position']],
    [['Adresse e-mail', 'Prénom', 'Nom', 'Société', 'Intitulé du poste']],
    [['Correo electrónico', 'Nombre', 'Apellidos', 'Empresa', 'Puesto']],
    [['Indirizzo e-mail', 'Nome', 'Cognome', 'Azienda', 'Ruolo']],
    [['Endereço de e-mail', 'Primeiro nome', 'Sobrenome', 'Organização', 'Função']],
    [['E-mailadres', 'Voornaam', 'Achternaam', 'Bedrijfsnaam', 'Functietitel']],
    [['Adres e-mail', 'Imię', 'Nazwisko', 'Nazwa firmy', 'Stanowisko']],
    [['E-postadress', 'Förnamn', 'Efternamn', 'Företag', 'Befattning']],
    [['Mail (work email)', 'Vorname / First name', 'Surname | Nachname', 'Company, Firma', 'Title/Role']],
  ])('are recognized in other languages: %o', (header) => {
    expect(guessColumns(header)).toEqual(['email', 'firstName', 'lastName', 'organizationName', 'title'])
  })

  test('of an own field say who is stopped, too, and are found by its key or name', () => {
    const header = ['Email', 'Status', 'Seats']
    const [, kept] = mapColumns(header, ['email', 'variable', 'skip'])
    expect(kept).toMatchObject({ custom: 'status', stop: expect.anything() })
    expect(mapColumns(header, ['email', 'own:status', 'new:number'])).toEqual([
      { field: 'email' },
      kept,
      { custom: 'seats', type: 'number' },
    ])
    const field = { id: '1', type: 'text', options: [] } as const
    const own = [
      { ...field, options: [], name: 'Status', key: 'status' },
      { ...field, options: [], name: 'Seats', key: 'licences' },
    ]
    expect(guessColumns(header, [], own)).toEqual(['email', 'own:status', 'own:licences'])
    expect(refuseChoices(['a', 'b', 'c'], ['email', 'own:x', 'own:x'])).toBe(
      'Two columns are mapped to x. Choose one.',
    )
  })

  test('that match two fields or none stay variables', () => {
    for (const header of ['Email / Phone', 'First name / Last name', 'Account', 'Titel', 'Größe', '/', '姓'])
      expect(guessColumns([header])).toEqual(['variable'])
  })

  test('are refused without an email, twice the same, or for another file', async () => {
    const header = ['a', 'b']
    expect(refuseChoices(header, ['firstName', 'skip'])).toBe('Choose the column with the email address')
    expect(refuseChoices(header, ['email', 'email'])).toBe('Two columns are mapped to Email. Choose one.')
    expect(refuseChoices(header, ['email'])).toBe('The chosen columns do not match the columns of the file')
    expect(refuseChoices(header, ['variable', 'email'])).toBeNull()
    const { id } = await store(FILE)
    expect(await refused(checkChoices(app.db, userId, id, ['email']))).toMatch(
      /^INVALID: The chosen columns do not match/,
    )
    expect(await run(FILE, ['email', 'skip'])).toMatchObject({
      status: 'failed',
      error: 'The chosen columns do not match the columns of the file',
    })
  })

  test.each(['', '{}', '["email"', '["toString"]', '["email", 1]', JSON.stringify(Array(201).fill('skip'))])(
    'are not accepted from %s',
    (text) => {
      expect(() => parseChoices(text)).toThrow('Invalid column choices')
    },
  )
})

describe('the preview of a stored file', () => {
  test('shows the header and five rows, like the browser’s', async () => {
    const text = `Email,Note\n${Array.from({ length: 9 }, (_, i) => `p${i}@x.example,"n ""${i}"", x"`).join('\n')}`
    const { id } = await store(text)
    const head = await readHead(app.db, id)
    expect(head.columns).toEqual(['Email', 'Note'])
    expect(head.rows).toHaveLength(5)
    expect(head.rows[4]).toEqual(['p4@x.example', 'n "4", x'])
    expect(await readCsvHead(new Blob([text]))).toEqual(head)
  })

  test('has no rows for a file with only headers', async () => {
    const { id } = await store('Email,First Name\r\n')
    expect(await readHead(app.db, id)).toMatchObject({ columns: ['Email', 'First Name'], rows: [] })
  })

  test('is refused for a file that is not CSV', async () => {
    const { id } = await store('PK\u0003\u0004')
    expect(await refused(readHead(app.db, id))).toMatch(/^INVALID: This is a spreadsheet/)
  })

  test('imports a file once and hides it from other users', async () => {
    const file = await store(FILE)
    expect(await getUpload(app.db, userId, file.id)).toEqual({ id: file.id, name: 'people.csv' })
    const stranger = await createTestUser(database.db)
    expect(await refused(getUpload(app.db, stranger, file.id))).toBe('NOT_FOUND: File not found')
    await startImport(app.db, userId, personaId, file, { choices: CHOICES })
    expect(await refused(getUpload(app.db, userId, file.id))).toBe('NOT_FOUND: File not found')
    expect(await refused(startImport(app.db, userId, personaId, file, { choices: CHOICES }))).toBe(
      'CONFLICT: This file is already being imported',
    )
    // The file of the running job is still there.
    expect((await readHead(app.db, file.id)).columns).toHaveLength(5)
  })
})

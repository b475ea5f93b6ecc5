import { expect, test } from 'vitest'
import { contacts } from '#drizzle/schema'
import {
  byField,
  CONTACT_FIELDS,
  FIELD_NAMES,
  type FieldName,
  OPTIONAL_FIELDS,
} from '~/models/contacts/fields'
import { IMPORT_COLUMNS } from '~/models/imports/column-names'
import { prepareImports } from '../support/import-runs'

const imports = prepareImports()

const EMAIL = 'ann@people.example'
const valuesOf = (own: Partial<Record<FieldName, string>>, end = '') =>
  byField(FIELD_NAMES, (name) => own[name] ?? CONTACT_FIELDS[name].example + end)
// A name that its parts do not make, which an import would change with them.
const first = valuesOf({ email: EMAIL, name: 'Annie' })
const second = valuesOf({ email: EMAIL, timezone: 'America/Chicago' }, ' 2')
const fileOf = (values: Record<FieldName, string>) =>
  `${FIELD_NAMES.map((name) => IMPORT_COLUMNS[name]).join()}\n${FIELD_NAMES.map((name) => values[name]).join()}\n`
const stored = (values: Record<FieldName, string>) =>
  Object.fromEntries(FIELD_NAMES.map((name) => [contacts[name].name, values[name]]))

test('every field is imported, filled and overwritten', async () => {
  expect((await imports.run(fileOf(first))).people).toMatchObject([stored(first)])
  const filled = await imports.run(fileOf(second), { existing: 'fill' })
  expect([filled.progress.updated, filled.people]).toMatchObject([0, [stored(first)]])
  for (const name of OPTIONAL_FIELDS) {
    const { sql } = imports.database
    await sql`update contacts set ${sql({ [contacts[name].name]: name === 'name' ? EMAIL : null })} where user_id = ${imports.userId}`
  }
  expect((await imports.run(fileOf(first), { existing: 'fill' })).people).toMatchObject([stored(first)])
  expect((await imports.run(fileOf(second), { existing: 'overwrite' })).people).toMatchObject([
    stored(second),
  ])
})

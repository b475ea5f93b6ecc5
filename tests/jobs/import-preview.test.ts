import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EXISTING, type Existing } from '~/models/imports/existing'
import { previewImport } from '~/models/imports/preview.server'
import { prepareImports } from '../support/import-runs'

const imports = prepareImports()

const preview = async (file: string, existing: Existing = 'skip') => {
  const { app, userId } = imports
  const { id } = await imports.upload(file)
  return previewImport(app.db, userId, id, { existing }, app.secrets)
}

describe('the preview of an import', () => {
  test('says what each row will be, and writes nothing', async () => {
    const { database, userId } = imports
    await database.sql`
      insert into contacts (user_id, email, name, city, unsubscribed) values
        (${userId}, 'old@co.example', 'Old', null, false), (${userId}, 'out@co.example', 'Out', 'Rome', true)`
    const found = await preview(
      [
        'Email,City,Opted Out',
        'new@co.example,Bonn,',
        'Old@co.example,Bonn,',
        'out@co.example,Bonn,',
        'info@co.example,,',
        'x@mailinator.com,,yes',
        'new@co.example,Rome,',
        'nobody,,',
        ',,',
      ].join('\n'),
      'fill',
    )
    expect(found).toEqual({
      ...{
        rows: 8,
        isWhole: true,
        added: 3,
        changed: 1,
        same: 1,
        refused: 1,
        repeated: 1,
        empty: 1,
        stopped: 2,
      },
      kinds: { role: 1, disposable: 1 },
      examples: [{ line: 8, reason: 'The email address has no @', text: 'nobody' }],
    })
    const [count] = await database.sql`
      select count(*)::int as contacts, (select count(*)::int from contact_fields where user_id = ${userId}) as fields
      from contacts where user_id = ${userId}`
    expect(count).toEqual({ contacts: 2, fields: 0 })
  })

  const row = fc.record({
    email: fc.constantFrom(
      'a@x.example',
      'B@x.example',
      'b@x.example',
      'c@x.example',
      'd@x.example',
      'no',
      '',
    ),
    city: fc.constantFrom('', 'Rome', 'Bonn'),
    apollo: fc.constantFrom('', '', '', 'ap1', 'ap2'),
    stop: fc.constantFrom('', '', 'yes'),
  })
  test('counts as the import then does', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { maxLength: 12 }),
        fc.constantFrom(...(Object.keys(EXISTING) as Existing[])),
        async (rows, existing) => {
          await imports.newAccount()
          const { database, userId } = imports
          await database.sql`
            insert into contacts (user_id, email, name, city, apollo_id) values
              (${userId}, 'a@x.example', 'a@x.example', 'Rome', null), (${userId}, 'z@x.example', 'z@x.example', null, 'ap2'),
              (${userId}, 'd@x.example', 'd@x.example', null, null)`
          const lines = rows.map(({ email, city, apollo, stop }) => `${email},${city},${apollo},${stop}`)
          const file = ['Email,City,Apollo ID,Opted Out', ...lines].join('\n')
          const seen = await preview(file, existing)
          const { progress } = await imports.run(file, { existing })
          const { added, updated, skipped, failed, empty } = progress
          expect({ ...seen, kinds: 0, examples: 0, stopped: 0 }).toEqual({
            ...{ rows: progress.current, isWhole: true, kinds: 0, examples: 0, stopped: 0 },
            ...{ added, changed: updated, refused: failed, empty },
            ...{ same: seen.same, repeated: skipped - seen.same },
          })
        },
      ),
      { numRuns: 40 },
    )
  })
})

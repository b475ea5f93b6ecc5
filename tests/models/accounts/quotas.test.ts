import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPersona } from '~/models/personas/persona.server'
import { NewTemplate } from '~/models/templates/template'
import { createTemplate } from '~/models/templates/template.server'
import { createTestDatabase, type TestDatabase } from '../../support/db'
import { createTestUser } from '../../support/people'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())

test('an account has at most 5,000 templates and 2,000 email lists', async () => {
  const { db, sql } = database
  const [userId, other] = [await createTestUser(db), await createTestUser(db)]
  await sql`insert into templates (user_id, name, subject, html_body) select ${userId}, 'T', 'S', 'B' from generate_series(1, 5000)`
  await sql`
    insert into personas (user_id, name, industry, job_title, location)
    select ${userId}, 'P' || n, 'I', 'J', 'L' from generate_series(1, 2000) n`
  const template = NewTemplate.parse({ name: 'T', subject: 'S', htmlBody: 'B' })
  const list = { name: 'P', industry: 'I', jobTitle: 'J', location: 'L' }
  await expect(createTemplate(db, userId, template)).rejects.toThrow('At most 5,000 templates')
  await expect(createPersona(db, userId, list)).rejects.toThrow('At most 2,000 email lists')
  expect((await createTemplate(db, other, template)).name).toBe('T')
  expect((await createPersona(db, other, list)).name).toBe('P')
})

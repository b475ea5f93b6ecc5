import { expect, test } from 'vitest'
import { ContactChange, NewContact } from '~/models/contacts/contact'

const nested = (depth: number): unknown => (depth === 0 ? 1 : { inner: nested(depth - 1) })
const outcome = (organization: unknown) =>
  [NewContact, ContactChange].map((schema) => {
    const { error } = schema.safeParse({ email: 'ann@people.example', organization })
    return error ? `${error.issues[0]!.path.join('.')}: ${error.issues[0]!.message}` : 'accepted'
  })

test.each([
  ['what a lead database says', { name: 'Company', industry: 'software', places: ['Rome'] }, 'accepted'],
  ['nothing', null, 'accepted'],
  ['20,000 characters of JSON', { a: 'x'.repeat(20_000 - 8) }, 'accepted'],
  ['one more', { a: 'x'.repeat(20_000 - 7) }, 'organization: Must be at most 20000 characters of JSON'],
  ['20 levels', nested(20), 'accepted'],
  ['21 levels', nested(21), 'organization: Must be nested at most 20 deep'],
  ['5,000 levels', nested(5_000), 'organization: Must be nested at most 20 deep'],
])('accepts an organization with %s', (_name, organization, said) => {
  expect(outcome(organization)).toEqual([said, said])
})

test('requires an object, or no organization', () => {
  for (const value of ['text', 7, [1]]) expect(outcome(value)[0]).toMatch(/^organization: Invalid/)
  expect('organization' in NewContact.parse({ email: 'ann@people.example' })).toBe(false)
})

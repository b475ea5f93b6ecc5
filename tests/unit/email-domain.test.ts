import { expect, test } from 'vitest'
import { contactForm, formFieldsOf, NewContact } from '~/models/contacts/contact'
import { shownAddress } from '~/models/shared/addresses/email-domain'
import { readListed } from '~/models/suppressions/do-not-contact'

const STORED = 'info@xn--mller-kva.example'
const SHOWN = 'info@müller.example'

test('domains with other letters are stored as A-labels, by form, call and list alike', () => {
  expect(NewContact.parse({ email: ` ${SHOWN} ` }).email).toBe(STORED)
  expect(contactForm([], {}).parse({ email: SHOWN }).email).toBe(STORED)
  expect(readListed(`${SHOWN} müller.example`)).toEqual({
    addresses: [STORED],
    domains: ['xn--mller-kva.example'],
    wrong: [],
  })
  for (const email of [
    'ünfo@a.example',
    'a@ü b.example',
    'a@b@ü.example',
    'a@ü/b.example',
    `a@${'ü'.repeat(300)}.example`,
  ])
    expect(NewContact.safeParse({ email }).success).toBe(false)
})

test('they are shown as people write them, if they convert back', () => {
  expect(shownAddress(STORED)).toBe(SHOWN)
  expect(
    formFieldsOf({ email: STORED, name: 'Ann', custom: {} } as Parameters<typeof formFieldsOf>[0], []).email,
  ).toBe(SHOWN)
  for (const email of [
    'ann@a.example',
    'xn--a@a.example',
    'a@xn--.example',
    'a@xn--zzzzzzzzz99999.example',
    'none',
  ])
    expect(shownAddress(email)).toBe(email)
})

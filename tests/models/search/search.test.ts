import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findScreens, placesOf } from '~/components/search/places'
import { NewContact } from '~/models/contacts/contact'
import { createContact } from '~/models/contacts/contact.server'
import { searchText } from '~/models/search/search'
import { searchOwn } from '~/models/search/search.server'
import { NOW, type Outreach, openOutreach, secrets } from '../../support/outreach'

let outreach: Outreach
let db: Outreach['db']
let userId: string
let listId: string
let contactId: string
let looseId: string
let sequenceId: string
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
  ;({ id: sequenceId } = await outreach.makeSequence({ name: 'Berlin_50% round' }))
  await outreach.makeSequence({ name: 'Berlin 500 round' })
  ;({ id: listId } = await outreach.makeList('Berlin people'))
  const person = { email: 'ann@berlin.example', firstName: 'Ann', personaId: listId }
  ;({ id: contactId } = await createContact(db, userId, NewContact.parse(person), NOW, secrets))
  const loose = { email: 'loose@berlin.example' }
  ;({ id: looseId } = await createContact(db, userId, NewContact.parse(loose), NOW, secrets))
})
afterAll(() => outreach?.drop())

describe('searchOwn', () => {
  test('finds sequences, lists and contacts by part of a name or address', async () => {
    const found = await searchOwn(db, userId, '  BERLIN ', 5)
    expect(found.sequences.map(({ name }) => name)).toEqual(['Berlin 500 round', 'Berlin_50% round'])
    expect(found.lists).toEqual([{ id: listId, name: 'Berlin people', contactCount: 1 }])
    expect(new Set(found.contacts.map(({ id }) => id))).toEqual(new Set([contactId, looseId]))
  })

  test('treats wildcards literally', async () => {
    for (const text of ['n_5', '50%']) {
      expect((await searchOwn(db, userId, text, 5)).sequences.map(({ id }) => id)).toEqual([sequenceId])
    }
    expect((await searchOwn(db, userId, '\\', 5)).sequences).toEqual([])
  })

  test('returns the newest sequences and lists without a text', async () => {
    const found = await searchOwn(db, userId, ' ', 1)
    expect(found.sequences.map(({ name }) => name)).toEqual(['Berlin 500 round'])
    expect(found.lists).toHaveLength(1)
    expect(found.contacts).toEqual([])
  })

  test('finds only the user’s own data', async () => {
    expect(await searchOwn(db, outreach.strangerId, 'berlin', 5)).toEqual({
      sequences: [],
      lists: [],
      contacts: [],
    })
  })
})

describe('destinations', () => {
  test('are the screens that match every word', () => {
    expect(findScreens('create list')).toEqual([{ label: 'Create Email List', to: '/personas/new' }])
    expect(findScreens('no such screen')).toEqual([])
  })

  test('lead to the results, a contact within one of its lists', async () => {
    const groups = placesOf('berlin', await searchOwn(db, userId, 'ann@berlin', 5))
    expect(groups).toEqual([
      {
        heading: 'Contacts',
        places: [
          {
            to: `/contacts/${contactId}`,
            label: 'Ann',
            detail: 'ann@berlin.example',
          },
        ],
      },
    ])
  })

  test('cuts a search text in the URL to its limit', () => {
    expect(searchText(new URL(`http://x/search?q=${'a'.repeat(500)}`))).toHaveLength(200)
    expect(searchText(new URL('http://x/search'))).toBe('')
  })
})

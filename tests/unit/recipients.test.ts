import { describe, expect, test } from 'vitest'
import {
  type Answered,
  answerChoices,
  distinct,
  MAX_RECIPIENTS,
  recipientWarnings,
  splitAddresses,
} from '~/models/inbox/answer/recipients'

const ANN = 'ann@acme.example'
const OWN = ['me@sender.example', 'alias@sender.example']
const named = (...addresses: string[]) => addresses.map((address) => ({ name: '', address }))
const message = (fields: Partial<Answered> = {}): Answered => ({
  from: { name: 'Ann', address: ANN },
  replyTo: [],
  to: named(OWN[0]!),
  cc: [],
  ...fields,
})
const to = (fields: Partial<Answered>) => answerChoices(message(fields), ANN, OWN).one.to

describe('an answer goes', () => {
  test('to the sender, or to the contact if nobody has written', () => {
    expect(to({ from: { name: 'Bob', address: 'bob@acme.example' } })).toEqual(['bob@acme.example'])
    expect(answerChoices(null, ANN, OWN).one).toEqual({ to: [ANN], cc: [], bcc: [] })
  })

  test('to Reply-To before the sender', () => {
    expect(to({ replyTo: named('team@acme.example', 'TEAM@acme.example') })).toEqual(['team@acme.example'])
  })

  test('not to Reply-To if that is our own mailbox or alias', () => {
    expect(to({ replyTo: named('Me@sender.example') })).toEqual([ANN])
    expect(to({ replyTo: named('alias@sender.example', 'team@acme.example') })).toEqual(['team@acme.example'])
  })

  test('not to Reply-To if that names more than an email may go to', () => {
    const many = Array.from({ length: 1_000 }, (_, n) => `n${n}@acme.example`)
    expect(to({ replyTo: named(...many) })).toEqual([ANN])
  })

  test('to all other recipients if the user wants it, within the limit', () => {
    const cc = Array.from({ length: 50 }, (_, n) => `n${n}@acme.example`)
    const { one, all } = answerChoices(message({ cc: named('ANN@acme.example', OWN[1]!, ...cc) }), ANN, OWN)
    expect(one).toEqual({ to: [ANN], cc: [], bcc: [] })
    expect(all.to).toEqual([ANN])
    expect(all.cc).toEqual(cc.slice(0, MAX_RECIPIENTS - 1))
  })
})

describe('the user is warned', () => {
  const warn = (addresses: string[], sender = { name: 'Ann', address: ANN }) =>
    recipientWarnings({ to: addresses }, ANN, sender)

  test('about an address that is not the contact’s', () => {
    expect(warn(['Ann@Acme.example'])).toEqual([])
    expect(warn([ANN, 'x@evil.example'])).toEqual([
      'This answer goes to x@evil.example, not to the contact’s address, ann@acme.example.',
    ])
  })

  test('about a display name that looks like another address', () => {
    expect(warn([ANN], { name: 'ann@acme.example', address: ANN })).toEqual([])
    expect(warn(['x@evil.example'], { name: '"ann@acme.example"', address: 'x@evil.example' })).toContain(
      'The sender’s name looks like ann@acme.example, but the email came from x@evil.example.',
    )
  })

  test('about a sender that wants answers elsewhere', () => {
    expect(warn(['x@evil.example'], { name: 'Bob', address: 'bob@acme.example' })).toContain(
      'The email came from bob@acme.example, but asks for answers at another address.',
    )
  })
})

test('typed addresses are read with names, separators and repetitions', () => {
  expect(splitAddresses('Ann <a@x.example>; "Lee, Bob" <b@x.example>\nA@x.example,, c')).toEqual([
    'a@x.example',
    'b@x.example',
    'c',
  ])
  expect(splitAddresses(' ,; ')).toEqual([])
  expect(splitAddresses('"'.repeat(5_000))).toHaveLength(1)
})

test('a recipient stays in the first field that names it', () => {
  expect(
    distinct({
      to: ['a@x.example', 'A@x.example'],
      cc: ['a@X.example', 'b@x.example'],
      bcc: ['B@x.example', 'c@x.example'],
    }),
  ).toEqual({
    to: ['a@x.example'],
    cc: ['b@x.example'],
    bcc: ['c@x.example'],
  })
})

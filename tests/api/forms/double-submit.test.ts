import { beforeAll, expect, test } from 'vitest'
import { type Client, sharedServer } from '../../support/server'
import { Visitor } from '../../support/visitor'
import { LIST } from './support/forms'

let client: Client
let port: number

beforeAll(async () => {
  const server = await sharedServer()
  port = server.port
  client = server.client()
  await client.signUp()
})

interface Creation {
  /** The address of the form. */
  at(): Promise<string>
  fill: () => Record<string, string | boolean>
  press: string
  /** The objects that exist, by the field that `fill` names them with. */
  names(): Promise<string[]>
  name: string
}

const namesOf = (rows: { name: string }[]) => rows.map(({ name }) => name)
const at = (path: string) => () => Promise.resolve(path)
const template = { 'Template Name': 'Twice', Subject: 'S', 'HTML Body': '<p>B</p>' }
const templates = async () => namesOf(await client.ok('GET', '/api/templates'))
const lists = async () => namesOf(await client.ok('GET', '/api/personas'))
const sequence = async () => (await client.ok('POST', '/api/sequences', { name: 'Parent' })).id as string

const CREATIONS: Record<string, Creation> = {
  'email list': {
    ...{ at: at('/personas/new'), fill: () => ({ ...LIST, Name: 'Twice' }), name: 'Name' },
    ...{ press: 'Create Email List', names: lists },
  },
  'email list over a step': {
    at: async () => `/sequences/${await sequence()}/steps/new/list?type=add_to_persona`,
    ...{ fill: () => ({ ...LIST, Name: 'Twice beside' }), name: 'Name' },
    ...{ press: 'Create Email List', names: lists },
  },
  sequence: {
    ...{ at: at('/sequences/new'), fill: () => ({ Name: 'Twice' }), name: 'Name', press: 'Create Sequence' },
    names: async () => namesOf(await client.ok('GET', '/api/sequences')),
  },
  template: {
    ...{ at: at('/campaign-builder/email-sending/templates/new'), fill: () => template, names: templates },
    ...{ press: 'Save Template', name: 'Template Name' },
  },
  contact: {
    at: async () => `/personas/${await makeList()}/contacts/new`,
    ...{ fill: () => ({ Email: 'twice@people.example' }), name: 'Email', press: 'Create Contact' },
    names: async () =>
      (await client.ok('GET', '/api/contacts')).contacts.map((contact: { email: string }) => contact.email),
  },
  webhook: {
    ...{ at: at('/settings/webhooks/new'), name: 'Address', press: 'Add webhook' },
    fill: () => ({ Address: `http://127.0.0.1:${port}/twice` }),
    names: async () => (await client.ok('GET', '/api/webhooks')).map(({ url }: { url: string }) => url),
  },
  mailbox: {
    ...{ at: at('/connection/gmail/smtp/new'), name: 'Email address', press: 'Add Mailbox' },
    fill: () => ({
      ...{ 'Email address': 'twice@coldframe.example', 'SMTP server': '127.0.0.1', Password: 'sandbox' },
      ...{ 'SMTP port': String(port + 25), 'SMTP encryption': 'STARTTLS', 'IMAP server': '' },
    }),
    names: async () =>
      (await client.ok('GET', '/api/mail-accounts')).map(({ email }: { email: string }) => email),
  },
}

const makeList = async () =>
  (await client.ok('POST', '/api/personas', { name: 'P', industry: 'I', jobTitle: 'J', location: 'L' }))
    .id as string

async function open({ at: address, fill }: Creation, more: Record<string, string> = {}) {
  const visitor = new Visitor(client)
  await visitor.open(await address())
  for (const [label, value] of Object.entries({ ...fill(), ...more })) visitor.fill(label, value)
  return visitor
}

test.each(Object.entries(CREATIONS))(
  'the form of a new %s makes one if it is sent twice',
  async (_, creation) => {
    const before = (await creation.names()).length
    const visitor = await open(creation)
    const { action, body } = visitor.submission(creation.press)
    const send = () => client.request('POST', action, { body: new URLSearchParams(body) })
    const responses = [...(await Promise.all([send(), send()])), await send()]
    expect(new Set(responses.map(({ status, headers }) => `${status} ${headers.get('location')}`)).size).toBe(
      1,
    )
    expect((await creation.names()).length).toBe(before + 1)
  },
)

test.each(['email list', 'sequence', 'template'])(
  'the form of a new %s can be corrected, changed after going back, and created again on purpose',
  async (kind) => {
    const creation = CREATIONS[kind]!
    const count = async (name: string) => (await creation.names()).filter((one) => one === name).length
    const named = (name: string) => ({ [creation.name]: name })
    const visitor = await open(creation, named(' '))
    await visitor.press(creation.press)
    expect(visitor.status).toBe(400)
    visitor.fill(creation.name, 'Corrected')
    const sent = visitor.submission(creation.press)
    await visitor.press(creation.press)
    expect(await count('Corrected')).toBe(1)
    // Back, with another name: the same page.
    const field = [...sent.body.keys()].find((name) => name === 'name')!
    sent.body.set(field, 'Changed')
    await client.request('POST', sent.action, { body: sent.body })
    expect([await count('Corrected'), await count('Changed')]).toEqual([1, 1])
    const again = await open(creation, named('Corrected'))
    await again.press(creation.press)
    expect(await count('Corrected')).toBe(2)
  },
)

import { beforeAll, expect, test } from 'vitest'
import {
  byField,
  CONTACT_FIELDS,
  FIELD_NAMES,
  type FieldName,
  OPTIONAL_FIELDS,
} from '~/models/contacts/fields'
import { readDescription, readPaths } from '../../support/description'
import { type Client, sharedServer, type TestServer } from '../../support/server'

let server: TestServer
let client: Client
beforeAll(async () => {
  server = await sharedServer({ worker: false })
  client = server.client()
  await client.signUp()
})

const example = (name: FieldName) => CONTACT_FIELDS[name].example

/** The fields that a place lacks. */
const lackedBy = (has: (name: FieldName) => boolean) => FIELD_NAMES.filter((name) => !has(name))

test('every field is in the API, the forms and on the screen of a contact', async () => {
  const { id } = await client.ok('POST', '/api/contacts', byField(FIELD_NAMES, example))
  const created = await client.ok('GET', `/api/contacts/${id}`)
  const texts = byField(OPTIONAL_FIELDS, (name) =>
    name === 'timezone' ? 'America/Chicago' : `${example(name)} 2`.slice(0, CONTACT_FIELDS[name].max),
  )
  const changed = await client.ok('PATCH', `/api/contacts/${id}`, texts)
  const edit = await (await client.request('GET', `/contacts/${id}/edit`)).text()
  const list = await client.ok('POST', '/api/personas', {
    ...{ name: 'L', industry: 'I', jobTitle: 'J', location: 'P' },
  })
  const create = await (await client.request('GET', `/personas/${list.id}/contacts/new`)).text()
  const screen = await (await client.request('GET', `/contacts/${id}`)).text()
  const { Contact } = (await readDescription(client)).components.schemas
  const call = (await readPaths(client))['/api/contacts']!.post!
  const inputOf = (html: string, name: FieldName) =>
    new RegExp(
      `<input(?=[^>]*name="${name}")(?=[^>]*maxLength="${CONTACT_FIELDS[name].max}")[^>]*>`,
      'i',
    ).exec(html)?.[0]
  const input = call.requestBody!.content['application/json']!.schema
  expect({
    created: lackedBy((name) => created[name] === example(name)),
    changed: lackedBy((name) => changed[name] === { ...texts, email: example('email') }[name]),
    createForm: lackedBy((name) => inputOf(create, name) !== undefined),
    editForm: lackedBy((name) => inputOf(edit, name)?.includes(`value="${changed[name]}"`) === true),
    screen: lackedBy((name) => {
      const { fact } = CONTACT_FIELDS[name]
      return screen.includes(changed[name]) && (!fact || screen.includes(`>${fact.label}</dt>`))
    }),
    description: lackedBy((name) => Contact?.properties?.[name] !== undefined),
    input: lackedBy((name) => input.properties?.[name] !== undefined),
  }).toEqual({
    created: [],
    changed: [],
    createForm: [],
    editForm: [],
    screen: [],
    description: [],
    input: [],
  })
})

import { beforeAll, expect, test } from 'vitest'
import { fillAccount } from '../../support/fill'
import { type Client, sharedServer, type TestServer } from '../../support/server'

let server: TestServer
let client: Client
let ids: Record<string, string>
beforeAll(async () => {
  server = await sharedServer()
  client = server.client()
  await client.signUp()
  ids = await fillAccount(server, client)
})

const paths = () => ({
  link: `/api/sequences/${ids.sequence}/email-lists/${ids.persona}`,
  template: `/api/templates/${ids.template}`,
  contact: `/api/contacts/${ids.contact}`,
  persona: `/api/personas/${ids.persona}`,
  sequence: `/api/sequences/${ids.sequence}`,
})

test('a deletion of something in use is refused with its uses', async () => {
  for (const path of Object.values(paths())) {
    const { status, body } = await client.json('DELETE', path)
    expect([path, status, body.code]).toEqual([path, 409, 'IN_USE'])
    expect((await client.json('DELETE', `${path}?force=false`)).status).toBe(409)
  }
  const { body } = await client.json('DELETE', paths().persona)
  expect(body.message).toBe(
    'This email list is in use: 1 contact in progress, 1 scheduled email, 1 sequence, 1 workflow',
  )
  expect(body.uses).toEqual({
    contacts: 1,
    emails: 1,
    sequences: [{ id: ids.sequence, name: 'S' }],
    sequenceCount: 1,
    workflows: [{ id: ids.workflow, name: 'W' }],
    workflowCount: 1,
    steps: [],
  })
})

test('an unknown choice is refused', async () => {
  const { link, template, sequence } = paths()
  const responses = [
    `${link}?contacts=wait`,
    `${template}?contacts=goOn`,
    `${sequence}?contacts=stop`,
    `${link}?force=yes`,
  ]
  for (const path of responses)
    expect([path, (await client.json('DELETE', path)).status]).toEqual([path, 400])
})

test('a choice confirms', async () => {
  const { link, template, contact, persona, sequence } = paths()
  await client.ok('DELETE', `${link}?contacts=hold`)
  const [held] = await server.database.sql`
    select hold_reason from sequence_contacts where sequence_id = ${ids.sequence!}`
  expect(held!.hold_reason).toBe('paused_by_user')
  await client.ok('DELETE', `${template}?contacts=stop`)
  await client.ok('DELETE', `${contact}?force=true`)
  await client.ok('DELETE', `${persona}?force=true`)
  await client.ok('DELETE', `${sequence}?force=true`)
})

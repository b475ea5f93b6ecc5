import { beforeAll, expect, test } from 'vitest'
import { type Client, sharedServer, type TestServer } from '../../support/server'

let server: TestServer
let client: Client
beforeAll(async () => {
  server = await sharedServer()
  client = server.client()
  await client.signUp()
  await client.connectMailbox('sender@coldframe.example')
})

/** A sequence with a step and a linked list with a contact. */
async function makeSequence() {
  const template = await client.ok('POST', '/api/templates', {
    name: 'T',
    subject: 'S',
    htmlBody: '<p>Hi</p>',
  })
  const sequence = await client.ok('POST', '/api/sequences', { name: 'S' })
  const step = await client.ok('POST', `/api/sequences/${sequence.id}/steps`, {
    templateId: template.id,
    delayDays: 1,
  })
  const group = { name: 'P', industry: 'I', jobTitle: 'J', location: 'L' }
  const list = await client.ok('POST', '/api/personas', group)
  await client.ok('POST', '/api/contacts', {
    email: `${crypto.randomUUID()}@people.example`,
    personaId: list.id,
  })
  await client.ok('POST', `/api/sequences/${sequence.id}/add-email-list`, { personaId: list.id })
  return { id: sequence.id as string, stepId: step.id as string }
}

const textOf = async (path: string) => (await client.request('GET', path)).text()

test('says that a sequence keeps running only while it runs', async () => {
  const { id } = await makeSequence()
  const isSaid = async () => {
    const pages = [await textOf(`/sequences/${id}`), await textOf(`/sequences/${id}/settings`)]
    return pages.map((page) => page.includes('A running sequence keeps running.'))
  }
  expect(await isSaid()).toEqual([false, false])
  await client.ok('POST', `/api/sequences/${id}/activate`)
  expect(await isSaid()).toEqual([true, true])
  await client.ok('POST', `/api/sequences/${id}/pause`)
  expect(await isSaid()).toEqual([false, false])
})

test('says that contacts go on whose reaction is awaited only if there are any', async () => {
  const { id, stepId } = await makeSequence()
  await client.ok('POST', `/api/sequences/${id}/activate`)
  const isSaid = async () =>
    (await textOf(`/sequences/${id}/steps/${stepId}/delete`)).includes('reaction to its emails')
  expect(await isSaid()).toBe(false)
  await server.database.sql`
    update sequence_contacts set next_action = 'decide', current_step_id = ${stepId} where sequence_id = ${id}`
  expect(await isSaid()).toBe(true)
})

import { sized } from '../../load/random'
import type { Client, JsonResponse } from '../../support/client'
import type { TestServer } from '../../support/server'
import { pick, type Random } from './malformed'

/** An account changed by many concurrent clients, and their knowledge of it, which may be outdated. */
export interface Account {
  server: TestServer
  client: Client
  random: Random
  mailboxes: string[]
  lists: string[]
  templates: string[]
  contacts: string[]
  sequences: string[]
  steps: { id: string; sequenceId: string }[]
}

export type Act = (account: Account) => Promise<JsonResponse<unknown>>

/** Creates an object and remembers it. */
async function make(
  { client }: Account,
  at: string,
  body: unknown,
  remember: (id: string) => void,
): Promise<JsonResponse<unknown>> {
  const response = await client.json<{ id: string }>('POST', at, body)
  if (response.status < 300) remember(response.body.id)
  return response
}

export const makeList: Act = (account) =>
  make(account, '/api/personas', { name: 'P', industry: 'I', jobTitle: 'J', location: 'L' }, (id) =>
    account.lists.push(id),
  )
export const makeTemplate: Act = (account) =>
  make(account, '/api/templates', { name: 'T', subject: 'Hello', htmlBody: '<p>Hello</p>' }, (id) =>
    account.templates.push(id),
  )
export const makeContact: Act = (account) =>
  make(
    account,
    '/api/contacts',
    { email: `${crypto.randomUUID()}@people.example`, personaId: pick(account.random, account.lists) },
    (id) => account.contacts.push(id),
  )

export const hour = (random: Random) => Math.floor(random() * 24)

/** Mostly Send Email steps; some wait, some add to a list. */
const newStep = ({ random, templates, lists }: Account) => {
  const kind = random()
  if (kind < 0.15) return { stepType: 'add_to_persona', personaId: pick(random, lists) }
  if (kind < 0.3) return { stepType: 'wait', waitValue: 1, waitUnit: 'days' }
  return { templateId: pick(random, templates), delayDays: 1, sendHour: hour(random), reactionWindowHours: 1 }
}
export const makeStep = (account: Account, sequenceId: string) =>
  make(account, `/api/sequences/${sequenceId}/steps`, newStep(account), (id) =>
    account.steps.push({ id, sequenceId }),
  )

/** A running sequence with three steps, a list and a mailbox. */
export const makeSequence: Act = async (account) => {
  const { client, random, lists, mailboxes } = account
  const made = await client.json('POST', '/api/sequences', {
    name: 'S',
    timezone: pick(random, ['UTC', 'Asia/Tokyo', 'America/New_York']),
    senderAccountId: pick(random, mailboxes),
  })
  if (made.status >= 300) return made
  const at = `/api/sequences/${made.body.id}`
  for (let n = 0; n < 3; n++) await makeStep(account, made.body.id)
  await client.json('POST', `${at}/add-email-list`, { personaId: pick(random, lists) })
  account.sequences.push(made.body.id)
  return client.json('POST', `${at}/activate`)
}

/** An account with data of every kind and running sequences. */
export async function makeAccount(server: TestServer, random: Random): Promise<Account> {
  const client = server.client()
  await client.signUp()
  const account: Account = {
    ...{ server, client, random },
    ...{ mailboxes: [], lists: [], templates: [], contacts: [], sequences: [], steps: [] },
  }
  for (let n = 0; n < 3; n++)
    account.mailboxes.push(await client.connectMailbox(`${crypto.randomUUID()}@coldframe.example`))
  await client.ok('PUT', '/api/integrations/apollo', { apiKey: `sandbox-${crypto.randomUUID()}` })
  for (const [times, act] of [
    [3, makeList],
    [3, makeTemplate],
    [sized(15, 60), makeContact],
    [3, makeSequence],
  ] as const)
    for (let n = 0; n < times; n++) await act(account)
  return account
}

import type { Client, JsonResponse } from '../../support/client'
import {
  type Account,
  type Act,
  hour,
  makeContact,
  makeList,
  makeSequence,
  makeStep,
  makeTemplate,
} from './account'
import { pick, type Random } from './malformed'

/** Removes one of several objects, so that no other client uses it; null if only `least` are left. */
const takeOut = <T>(random: Random, from: T[], least: number): T | null =>
  from.length > least ? from.splice(Math.floor(random() * from.length), 1)[0]! : null

const some = (random: Random, ids: string[], most: number) => [
  ...new Set(Array.from({ length: most }, () => pick(random, ids))),
]

const onSequence =
  (method: string, rest: string, body?: (account: Account) => unknown): Act =>
  (account) =>
    account.client.json(
      method,
      `/api/sequences/${pick(account.random, account.sequences)}${rest}`,
      body?.(account),
    )
const onStep =
  (body: (account: Account) => unknown): Act =>
  (account) =>
    account.client.json('PATCH', `/api/steps/${pick(account.random, account.steps).id}`, body(account))
const onContact =
  (change: Record<string, unknown>): Act =>
  ({ client, random, contacts }) =>
    client.json('PATCH', `/api/contacts/${pick(random, contacts)}`, change)

/** An action of a contact on a received email. */
const withMail =
  (
    column: 'tracking_token' | 'unsubscribe_token',
    act: (client: Client, token: string) => Promise<unknown>,
  ): Act =>
  async (account) => {
    const { server, client } = account
    const [mail] = await server.database.sql<{ token: string }[]>`
      select ${server.database.sql(column)} as token from email_sends where state = 'sent' order by random() limit 1`
    return mail ? ((await act(client, mail.token)) as JsonResponse<unknown>) : makeContact(account)
  }
const react =
  (how: 'reply' | 'bounce'): Act =>
  async ({ client, random }) => {
    const mails = await client.ok<{ id: string }[]>('GET', '/sandbox/messages')
    if (mails.length === 0) return client.json('GET', '/api/email-sends')
    return client.json('POST', `/sandbox/messages/${pick(random, mails).id}/${how}`, {})
  }

/** What a form of a screen does without scripts. */
async function submit(
  client: Client,
  at: string,
  fields: Record<string, string>,
): Promise<JsonResponse<unknown>> {
  const { status, headers } = await client.request('POST', at, { body: new URLSearchParams(fields) })
  return { status, headers, body: at }
}

/** A file in which every second row is an existing contact. */
async function importRows({
  client,
  server,
  random,
  lists,
  contacts,
}: Account): Promise<JsonResponse<unknown>> {
  const known = await server.database.sql<{ email: string }[]>`
    select email from contacts where id = any(${some(random, contacts, 20)}::uuid[])`
  const rows = known.flatMap(({ email }) => [email, `${crypto.randomUUID()}@people.example`])
  const form = new FormData()
  form.set('personaId', pick(random, lists))
  form.set('file', new Blob([['Email', ...rows].join('\n')], { type: 'text/csv' }), 'people.csv')
  const { status, headers } = await client.request('POST', '/api/contacts/import', { body: form })
  return { status, headers, body: 'import' }
}

async function undoImport({ client, server }: Account): Promise<JsonResponse<unknown>> {
  const [batch] = await server.database.sql<{ id: string; list: string }[]>`
    select id, persona_id as list from import_batches where undo_job_id is null and persona_id is not null
    order by random() limit 1`
  return batch
    ? submit(client, `/personas/${batch.list}/imports/${batch.id}/undo`, {})
    : client.json('GET', '/api/contacts')
}

/** A workflow that starts at once. */
async function runWorkflow({ client, random, lists }: Account): Promise<JsonResponse<unknown>> {
  const made = await client.json('POST', '/api/workflows', {
    name: 'W',
    criteria: { personTitles: ['owner'] },
  })
  if (made.status >= 300) return made
  const at = `/api/workflows/${made.body.id}`
  await client.json('POST', `${at}/steps`, { emailListIds: some(random, lists, 2) })
  return client.json('PATCH', at, { status: 'active' })
}

/** Actions of a user, their contacts and their mail servers. */
const ACTS: Record<string, Act> = {
  'renames a step': onStep(({ random }) => ({ name: `Step ${random()}` })),
  'moves a step': onStep(({ random }) => ({ sendHour: hour(random), delayDays: 1 })),
  'gives a step another template': onStep(({ random, templates }) => ({
    templateId: pick(random, templates),
  })),
  'adds a step': (account) => makeStep(account, pick(account.random, account.sequences)),
  'deletes a step': (account) => {
    const step = takeOut(account.random, account.steps, 6)
    return step ? account.client.json('DELETE', `/api/steps/${step.id}?force=true`) : makeSequence(account)
  },
  'changes the days': onSequence('PATCH', '', ({ random }) => ({ skipWeekends: random() < 0.5 })),
  'changes the limit': onSequence('PATCH', '', ({ random }) => ({ contactLimit: 50 + hour(random) })),
  'changes the mailboxes': onSequence('PATCH', '', ({ random, mailboxes }) => ({
    mailboxIds: some(random, mailboxes, 2),
  })),
  pauses: onSequence('POST', '/pause'),
  activates: onSequence('POST', '/activate'),
  launches: onSequence('POST', '/launch'),
  clones: onSequence('POST', '/clone'),
  'links a list': onSequence('POST', '/add-email-list', ({ random, lists }) => ({
    personaId: pick(random, lists),
  })),
  enrolls: onSequence('POST', '/contacts', ({ random, contacts }) => ({
    contactIds: some(random, contacts, 20),
  })),
  'deletes a sequence': (account) => {
    const id = takeOut(account.random, account.sequences, 2)
    if (!id) return makeSequence(account)
    account.steps = account.steps.filter((step) => step.sequenceId !== id)
    return account.client.json('DELETE', `/api/sequences/${id}?force=true`)
  },
  'adds a person': makeContact,
  'renames a person': onContact({ firstName: 'Ann' }),
  'suppresses a person': onContact({ suppressed: true }),
  'unsubscribes a person': onContact({ unsubscribed: true }),
  'deletes a person': (account) => {
    const id = takeOut(account.random, account.contacts, 20)
    return id ? account.client.json('DELETE', `/api/contacts/${id}?force=true`) : makeContact(account)
  },
  'erases a person': async ({ client, server, random, contacts }) => {
    const id = pick(random, contacts)
    const [row] = await server.database.sql<{ email: string }[]>`select email from contacts where id = ${id}`
    return submit(client, `/contacts/${id}/erase`, { email: row?.email ?? '' })
  },
  'lifts a suppression': ({ client, random, contacts }) =>
    submit(client, `/contacts/${pick(random, contacts)}/lift/suppression`, {}),
  'imports people': importRows,
  'takes an import back': undoImport,
  'adds a lead': ({ client, random, lists }) =>
    client.json('POST', '/api/apollo/add-to-persona', {
      personaId: pick(random, lists),
      leads: [{ email: `${crypto.randomUUID()}@people.example` }],
    }),
  'runs a workflow': runWorkflow,
  'puts a person into a list': ({ client, random, lists, contacts }) =>
    client.json('POST', `/api/personas/${pick(random, lists)}/contacts`, {
      contactId: pick(random, contacts),
    }),
  'takes a person out of a list': ({ client, random, lists, contacts }) =>
    client.json('DELETE', `/api/personas/${pick(random, lists)}/contacts/${pick(random, contacts)}`),
  'deletes a list': (account) => {
    const id = takeOut(account.random, account.lists, 2)
    return id ? account.client.json('DELETE', `/api/personas/${id}?force=true`) : makeList(account)
  },
  'deletes a template': (account) => {
    const id = takeOut(account.random, account.templates, 2)
    return id ? account.client.json('DELETE', `/api/templates/${id}?force=true`) : makeTemplate(account)
  },
  'changes a template': ({ client, random, templates }) =>
    client.json('PATCH', `/api/templates/${pick(random, templates)}`, { subject: 'Hello again' }),
  'changes a mailbox': ({ client, random, mailboxes }) =>
    client.json('PATCH', `/api/mail-accounts/${pick(random, mailboxes)}`, { dailyLimit: 10 + hour(random) }),
  'disconnects a mailbox': (account) => {
    const id = takeOut(account.random, account.mailboxes, 2)
    return id ? account.client.json('DELETE', `/api/gmail/accounts/${id}?force=true`) : makeTemplate(account)
  },
  opens: withMail('tracking_token', (client, token) => client.json('GET', `/t/o/${token}.gif`)),
  unsubscribes: withMail('unsubscribe_token', (client, token) => client.json('POST', `/u/${token}`)),
  replies: react('reply'),
  bounces: react('bounce'),
  'looks at the log': ({ client }) => client.json('GET', '/api/email-sends'),
  'looks at a report': onSequence('GET', '/analytics'),
}

/** Actions that end or hold many emails: done as often as the others, nothing would be sent after a while. */
const RARE = new Set([
  'deletes a step',
  'deletes a sequence',
  'deletes a template',
  'deletes a list',
  'disconnects a mailbox',
  'suppresses a person',
  'unsubscribes a person',
  'erases a person',
  'takes an import back',
  'runs a workflow',
  'pauses',
])
const NAMES = Object.keys(ACTS).flatMap((name) => (RARE.has(name) ? [name] : Array<string>(5).fill(name)))

/** Does one of them. @returns which, and its response */
export async function actAtRandom(
  account: Account,
): Promise<{ name: string; response: JsonResponse<unknown> }> {
  const name = pick(account.random, NAMES)
  return { name, response: await ACTS[name]!(account) }
}

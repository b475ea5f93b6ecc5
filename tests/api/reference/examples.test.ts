import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { DescribedOperation } from '../../../app/http/api/openapi/types'
import { EXAMPLE, ID } from '../../../app/http/api/reference/values'
import { readPaths } from '../../support/description'
import { fillAccount } from '../../support/fill'
import { type Client, sharedServer, type TestServer } from '../../support/server'
import { sweeping } from '../../support/sizes'
import { type Example, LANGUAGES, runBatch, typeErrors } from './batch'

/** Every example of the reference runs, as it stands there, against a server with an account that has everything they name. */
let server: TestServer
let calls: { call: string; operation: DescribedOperation }[]

beforeAll(async () => {
  server = await sharedServer()
  const paths = await readPaths(server.client())
  calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      call: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  )
  calls.sort((a, b) => turnOf(a.call) - turnOf(b.call))
})

/** Examples that delete come after those that use the object, inner objects first; those that end sessions come last. */
function turnOf(call: string): number {
  const path = call.split(' ')[1]!
  if (path === '/api/auth/logout') return 20
  if (path === '/api/auth/change-password') return 21
  if (!call.startsWith('DELETE')) return 0
  return /^\/api\/(steps|tasks)\//.test(path) ? 1 : 10 - path.split('/').length
}

const FILES = { [EXAMPLE.file]: 'Email,First Name\nbob@acme.example,Bob\n' }

interface Account {
  email: string
  key: string
  cookie: string
  /** A session of its own, to be ended. */
  otherCookie: string
  resetToken: string
  leadId: string
  ids: Record<string, string>
  /** Objects to delete. */
  spare: Record<string, string>
  send: string
}

const cookieOf = (client: Client) => [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

async function makeAccount(): Promise<Account> {
  const { sql } = server.database
  const client = server.client()
  const { id: userId, email } = await client.signUp(undefined, EXAMPLE.password)
  const spare = await fillAccount(server, client)
  const ids = await fillAccount(server, client)
  const smtp = {
    email: 'smtp@coldframe.example',
    smtpHost: '127.0.0.1',
    smtpPort: server.port + 25,
    password: 'sandbox',
  }
  spare.smtpMailbox = (await client.ok('POST', '/api/mail-accounts', { ...smtp, smtpSecure: false })).id
  await client.connectWorkspace(`${crypto.randomUUID()}@coldframe.example`)
  await client.ok('POST', `/api/personas/${spare.persona}/contacts`, { contactId: ids.contact })
  const { people } = await client.ok('POST', '/api/apollo/leads-search', { personTitles: ['owner'] })
  const { key } = await client.ok('POST', '/api/keys', { name: 'Examples', scope: 'write' })
  await client.ok('PATCH', `/api/webhooks/${ids.webhook}`, { active: true })
  const [send] = await sql`
    insert into email_sends (user_id, sender_account_id, contact_id, conversation_id, is_manual, recipient_email, sender_email,
      plain_text_body, state, tracking_token, unsubscribe_token, planned_at, scheduled_for, started_at)
    values (${userId}, ${ids.mailbox!}, ${ids.contact!}, ${ids.conversation!}, true, 'somebody@people.example',
      'sender@coldframe.example', 'Hi', 'uncertain', ${crypto.randomUUID()}, ${crypto.randomUUID()}, now(), now(), now())
    returning id`
  const other = server.client()
  await other.ok('POST', '/api/auth/login', { email, password: EXAMPLE.password })
  const [cookie, otherCookie] = [cookieOf(client), cookieOf(other)]
  return {
    email,
    key,
    cookie,
    otherCookie,
    resetToken: await resetToken(),
    leadId: people[0].id,
    ids,
    spare,
    send: send!.id,
  }
}

/** A token of a user who is not used otherwise: it ends all sessions of its user. */
async function resetToken(): Promise<string> {
  const { id } = await server.client().signUp()
  const token = crypto.randomUUID()
  await server.database.sql`
    insert into password_reset_tokens (user_id, token_hash, expires_at)
    values (${id}, ${createHash('sha256').update(token).digest('base64url')}, now() + interval '1 year')`
  return token
}

/** The example with the account's own ids and addresses in place of the printed ones. */
function fitted(call: string, source: string, account: Account): string {
  const chosen = call.startsWith('DELETE') ? account.spare : account.ids
  const names: Record<string, string | undefined> = {
    ...chosen,
    smtpMailbox: account.spare.smtpMailbox,
    otherPersona: account.spare.persona,
    send: account.send,
  }
  // The port comes first: real ids are random, and may contain its digits.
  let text = source.replaceAll('3025', String(server.port + 25))
  for (const [name, id] of Object.entries(ID)) if (names[name]) text = text.replaceAll(id, names[name])
  text = text.replaceAll(EXAMPLE.leadId, account.leadId).replaceAll(EXAMPLE.resetToken, account.resetToken)
  // Nothing listens there.
  text = text.replaceAll(EXAMPLE.webhook, 'http://127.0.0.1:9/hooks')
  if (call === 'POST /api/auth/login') text = text.replaceAll(EXAMPLE.email, account.email)
  return call === 'POST /api/auth/register'
    ? text.replaceAll(EXAMPLE.email, `${crypto.randomUUID()}@example.com`)
    : text
}

const examplesOf = (label: string, account: Account): Example[] =>
  calls.map(({ call, operation }) => {
    const sample = operation['x-codeSamples'].find((one) => one.label.toLowerCase() === label)
    const cookie = call === 'POST /api/auth/logout' ? account.otherCookie : account.cookie
    return {
      name: operation.operationId,
      source: fitted(call, sample!.source, account),
      env: { COLDFRAME_API_KEY: account.key, COLDFRAME_COOKIE: cookie },
    }
  })

describe('every example', () => {
  test('in curl runs and prints what the call is described to return', async () => {
    const { printed, failed } = await runBatch(
      LANGUAGES.curl!,
      examplesOf('curl', await makeAccount()),
      FILES,
    )
    expect(failed).toEqual({})
    const wrong = calls.flatMap(({ operation: { operationId, responses } }) => {
      const [response] = Object.values(responses)
      const schema = response!.content!['application/json']!.schema as z.core.JSONSchema.JSONSchema
      const { success, error } = z.fromJSONSchema(schema).safeParse(JSON.parse(printed[operationId]!))
      return success ? [] : [[operationId, error.issues]]
    })
    expect(wrong).toEqual([])
  })

  test('in TypeScript compiles and runs', async () => {
    const examples = examplesOf('typescript', await makeAccount())
    let found: string[] = ['not checked']
    const { failed } = await runBatch(LANGUAGES.typescript!, examples, FILES, (folder, names) => {
      found = typeErrors(folder, names)
    })
    expect(found).toEqual([])
    expect(failed).toEqual({})
  })

  if (sweeping)
    test('in Python runs with nothing but the standard library', async () => {
      const { failed } = await runBatch(LANGUAGES.python!, examplesOf('python', await makeAccount()), FILES)
      expect(failed).toEqual({})
    })
})

test.each(sweeping ? ['curl', 'typescript', 'python'] : ['curl'])(
  'notices a refused example in %s',
  async (label) => {
    const account = { ...(await makeAccount()), key: 'cf_unknown' }
    const example = examplesOf(label, account).find(({ name }) => name === 'listContacts')!
    const { failed } = await runBatch(LANGUAGES[label]!, [example], FILES)
    expect(failed.listContacts).toMatch(/401|UNAUTHENTICATED/)
  },
)

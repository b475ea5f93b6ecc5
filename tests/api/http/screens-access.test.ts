import { beforeAll, describe, expect, test } from 'vitest'
import { fillAccount, stateOf } from '../../support/fill'
import { routeTable } from '../../support/route-table'
import { type Client, sharedServer, type TestServer } from '../../support/server'

let server: TestServer
let owner: Client
let stranger: Client
let ownerId: string
let ids: Record<string, string>

beforeAll(async () => {
  // Without a worker: a job of its own would change the rows that are compared.
  server = await sharedServer({ worker: false })
  owner = server.client()
  stranger = server.client()
  ownerId = (await owner.signUp()).id
  await stranger.signUp()
  ids = await fillAccount(server, owner)
})

/** Open to the signed-out, each for a reason; tested where they are. */
const OPEN = new Set([
  '/healthz',
  '/readyz',
  '/metrics',
  '/u/:token',
  '/preferences',
  '/login',
  '/login/forgot-password',
  '/signup',
  '/reset-password',
  '/confirm-address',
  '/logout',
])
/** These have no owner: an unknown id is a valid screen there. */
const LATER = new Set(['/*', '/'])

const screens = routeTable()
  .map(({ path }) => path)
  .filter((path) => !/^\/(api|mcp|sandbox)(\/|$)/.test(path) && !OPEN.has(path))
const withIds = screens.filter((path) => path.includes(':') && !LATER.has(path))

/** What the parameters of a screen's address name. */
function kindOf(path: string, name: string): string {
  if (name === 'stepId') return 'step'
  if (name === 'contactId') return 'contact'
  if (path.startsWith('/contacts/changes/')) return 'change'
  if (path.startsWith('/contacts/views/')) return 'view'
  if (name === 'jobId') return 'job'
  if (name === 'enrollmentId') return 'enrollment'
  if (name === 'personaId') return 'persona'
  if (name === 'messageId') return 'message'
  if (name === 'relatedId') return 'related'
  if (name === 'noteId') return 'note'
  if (name === 'taskId') return 'task'
  if (name === 'runId') return 'run'
  if (name === 'domain') return 'domain'
  if (name === 'sendId') return 'answer'
  if (name === 'part') return 'part'
  if (name === 'fileId') return path.startsWith('/inbox/') ? 'attachment' : 'file'
  if (name === 'batchId') return 'batch'
  if (name === 'stop') return 'stop'
  if (name === 'version') return 'version'
  if (name === 'reason') return 'hold'
  if (path.includes('/emails/')) return 'log'
  if (path.includes('/replies/')) return 'savedReply'
  if (path.includes('/api-keys/')) return 'key'
  if (path.includes('/webhooks/')) return name === 'deliveryId' ? 'delivery' : 'webhook'
  const area = path.split('/')[1]
  const byArea: Record<string, string> = {
    inbox: 'conversation',
    sequences: 'sequence',
    personas: 'persona',
    contacts: 'contact',
    settings: 'stop',
    connection: 'mailbox',
    'campaign-builder': 'template',
    templates: 'template',
    workflows: 'workflow',
  }
  const kind = byArea[area!]
  if (!kind) throw new Error(`${path}: say what :${name} names`)
  return kind
}

const fill = (path: string, chosen: (kind: string) => string) =>
  path.replace(/:(\w+)/g, (_, name: string) => chosen(kindOf(path, name))).replace('*', 'nowhere')
const foreign = (path: string) => fill(path, (kind) => ids[kind]!)

describe.each(screens)('%s', (path) => {
  test('redirects signed-out users to the sign-in screen', async () => {
    const visitor = server.client()
    let at = LATER.has(path) ? path.replace(':id', ids.step!).replace('*', 'nowhere') : foreign(path)
    // Addresses of buttons have no page of their own: they lead to their screen first.
    for (let hop = 0; hop < 3 && !at.startsWith('/login'); hop++) {
      const response = await visitor.request('GET', at)
      expect([at, response.status]).toEqual([at, 302])
      at = response.headers.get('location')!
    }
    expect(at).toMatch(/^\/login/)
  })
})

describe.each(withIds)('%s', (path) => {
  test('responds with 404 for foreign, unknown and malformed ids', async () => {
    const before = await stateOf(server, ownerId)
    for (const at of [foreign(path), fill(path, () => crypto.randomUUID()), fill(path, () => 'malformed')]) {
      const shown = await stranger.request('GET', at)
      const to = shown.headers.get('location')
      // A button's URL redirects to its screen: the visitor's own list, or one that answers 404.
      if (shown.status !== 302) expect([at, shown.status]).toEqual([at, 404])
      else if (/[0-9a-f-]{36}|malformed/.test(to!))
        expect((await stranger.request('GET', to!)).status).toBe(404)
      const sent = await stranger.request('POST', at, {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          name: 'Changed',
          email: 'changed@people.example',
          personaId: ids.persona!,
          sequenceId: ids.sequence!,
          contactIds: ids.contact!,
          entries: 'blocked.example',
          column: 'email',
          text: 'Changed',
        }).toString(),
      })
      expect([at, sent.status < 500, sent.status]).toEqual([at, true, sent.status])
    }
    expect(await stateOf(server, ownerId)).toBe(before)
  })

  test('refuses a form with a foreign origin', async () => {
    const before = await stateOf(server, ownerId)
    const response = await owner.request('POST', foreign(path), {
      headers: { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' },
      body: 'name=Changed',
    })
    expect(response.status).toBe(403)
    expect(await stateOf(server, ownerId)).toBe(before)
  })
})

test('refuses foreign ids inside a form', async () => {
  const own = await fillAccount(server, stranger)
  const before = await stateOf(server, ownerId)
  const post = async (at: string, fields: Record<string, string>) =>
    (
      await stranger.request('POST', at, {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(fields).toString(),
      })
    ).status
  expect(await post(`/sequences/${own.sequence}/lists/add`, { personaId: ids.persona! })).toBe(404)
  expect(
    await post(`/sequences/${own.sequence}/steps/new?type=send_email`, {
      stepType: 'send_email',
      templateId: ids.template!,
      delayDays: '1',
      sendHour: '9',
      sendMinute: '0',
    }),
  ).toBe(404)
  expect(await stateOf(server, ownerId)).toBe(before)
})

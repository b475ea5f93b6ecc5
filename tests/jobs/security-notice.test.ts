import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { App } from '~/app'
import { runSendSecurityNotice } from '~/jobs/upkeep/send-security-notice.server'
import { NewKey } from '~/models/accounts/keys/key'
import { createKey } from '~/models/accounts/keys/keys.server'
import { createWebhook } from '~/models/webhooks/endpoints.server'
import type { SystemMail } from '~/providers/system-mail.server'
import { createTestApp } from '../support/app'
import { createTestDatabase, type TestDatabase } from '../support/db'
import { createTestUser } from '../support/people'
import { queued } from '../support/removal'

/** The owner of an account is emailed about what is new in it. */

let database: TestDatabase
let app: App
let userId: string
let sent: SystemMail[]
let fails: boolean
beforeAll(async () => {
  database = await createTestDatabase()
  const made = await createTestApp(database, { settings: { ALLOW_PRIVATE_HOSTS: 'on' } })
  const systemMail = {
    available: true,
    async send(mail: SystemMail) {
      if (fails) throw new Error('the mail server is away')
      sent.push(mail)
    },
  }
  app = { ...made, systemMail }
})
afterAll(async () => {
  await app?.close()
  await database?.drop()
})
beforeEach(async () => {
  userId = await createTestUser(database.db)
  sent = []
  fails = false
})

const run = () => runSendSecurityNotice({ userId }, { app, worker: '', signal: new AbortController().signal })
const addKey = (name: string) => createKey(app.db, userId, NewKey.parse({ name, scope: 'read' }), '192.0.2.7')

test('one email tells all that is new, once', async () => {
  await addKey('CRM')
  await createWebhook(app.db, userId, { url: 'http://127.0.0.1:9/hooks', events: ['*'] }, app, {
    address: '192.0.2.8',
  })
  expect(await queued(app.db, 'send-security-notice')).toEqual([{ userId }])
  await run()
  expect(sent).toHaveLength(1)
  const text = sent[0]!.text.replaceAll(/\s+/g, ' ')
  expect(text).toMatch(
    /the API key CRM \(cf_.*…\) \(from 192\.0\.2\.7\); the webhook to 127\.0\.0\.1:9 \(from 192\.0\.2\.8\)\./,
  )
  await run()
  expect(sent).toHaveLength(1)
})

test('an email that failed is tried again, with what came meanwhile', async () => {
  await addKey('First')
  fails = true
  await expect(run()).rejects.toThrow('away')
  fails = false
  await addKey('Second')
  await run()
  expect(sent.map(({ text }) => ['First', 'Second'].map((name) => text.includes(name)))).toEqual([
    [true, true],
  ])
})

test('without a mail server of our own nothing is sent, also not once there is one', async () => {
  await addKey('CRM')
  const silent = { ...app, systemMail: { available: false, send: () => Promise.reject(new Error('none')) } }
  await runSendSecurityNotice({ userId }, { app: silent, worker: '', signal: new AbortController().signal })
  await run()
  expect(sent).toEqual([])
})

import { expect, test } from 'vitest'
import { deliverDue } from '~/jobs/webhooks/deliver.server'
import { updateWebhook } from '~/models/webhooks/endpoints.server'
import { isSignedBy } from '../../support/receiver'
import { addContact, app, database, listen, receiver, setUpWebhooks, userId } from '../../support/webhooks'

setUpWebhooks()

test('signs with both secrets while one is replaced, and later only with the new one', async () => {
  const { id, secret } = await listen()
  const { secret: renewed } = await updateWebhook(app.db, userId, id, { rotateSecret: true }, app)
  expect(renewed).not.toBe(secret)
  await addContact()
  await deliverDue(app)
  expect([secret, renewed!].map((one) => isSignedBy(one, receiver.hooks[0]!))).toEqual([true, true])
  await database.sql`update webhook_endpoints set previous_until = now()`
  await addContact()
  await deliverDue(app)
  expect([secret, renewed!].map((one) => isSignedBy(one, receiver.hooks[1]!))).toEqual([false, true])
})

test('signs with every secret that was replaced within 24 hours', async () => {
  const { id, secret } = await listen()
  const rotate = async () => (await updateWebhook(app.db, userId, id, { rotateSecret: true }, app)).secret!
  const secrets = [secret, await rotate(), await rotate()]
  await addContact()
  await deliverDue(app)
  expect(secrets.map((one) => isSignedBy(one, receiver.hooks[0]!))).toEqual([true, true, true])
  // None is cut off before its end: further replacements are refused.
  for (let n = 0; n < 3; n++) secrets.push(await rotate())
  await expect(rotate()).rejects.toThrow('replaced 5 times within 24 hours')
  await addContact()
  await deliverDue(app)
  expect(secrets.map((one) => isSignedBy(one, receiver.hooks[1]!))).toEqual(secrets.map(() => true))
})

test('each replaced secret signs until its own end', async () => {
  const { id, secret } = await listen()
  const [ended, still] = ['ended', 'still'].map((word) => `whsec_${btoa(`a secret that ${word} signs`)}`)
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const signing = async (sealed: string) => {
    await database.sql`
      update webhook_endpoints set previous_secret = ${app.secrets.seal(sealed, id)}, previous_until = ${at(1)} where id = ${id}`
    await addContact()
    await deliverDue(app)
    return [secret, still!, ended!].map((one) => isSignedBy(one, receiver.hooks.at(-1)!))
  }
  expect(await signing(`${still} ${at(1)}\n${ended} ${at(-1)}`)).toEqual([true, true, false])
  // As earlier versions stored it.
  expect(await signing(still!)).toEqual([true, true, false])
})

import type { AppLoadContext } from '@remix-run/node'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { idempotencyKeys } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { serveOnce } from '~/http/api/idempotency.server'
import { respondOnce, type StoredResponse } from '~/models/accounts/idempotency.server'
import { createPersona, listPersonas } from '~/models/personas/persona.server'
import { type Outreach, openOutreach, secrets } from '../../support/outreach'

let outreach: Outreach
beforeAll(async () => {
  outreach = await openOutreach()
})
afterAll(() => outreach?.drop())

const LIST = { name: 'L', industry: 'I', jobTitle: 'J', location: 'P' }
const DONE: StoredResponse = { status: 201, headers: {}, body: 'done' }

/** A new user, and its requests with one key. */
async function openUser(more: { isApart?: boolean } = {}) {
  const { db } = outreach
  const userId = await outreach.makeUser(`${crypto.randomUUID()}@example.com`)
  const request = { userId, key: 'a', fingerprint: 'f', isApart: false, ...more }
  return {
    create: (tx: Db) => createPersona(tx, userId, LIST),
    send: (run: (tx: Db) => Promise<StoredResponse>) => respondOnce({ db, secrets }, request, run),
    countLists: async () => (await listPersonas(db, userId, { limit: 10 })).rows.length,
  }
}

test('a request that dies has changed nothing, and runs when it is sent again', async () => {
  const { create, send, countLists } = await openUser()
  const dies = send(async (tx) => {
    await create(tx)
    throw new Error('died')
  })
  await expect(dies).rejects.toThrow('died')
  expect([await countLists(), await outreach.db.$count(idempotencyKeys)]).toEqual([0, 0])
  const run = async (tx: Db) => {
    await create(tx)
    return DONE
  }
  expect(await send(run)).toEqual({ response: DONE, isReplay: false })
  expect(await send(run)).toEqual({ response: DONE, isReplay: true })
  expect(await countLists()).toBe(1)
})

test('nothing of a refused request is kept but its response', async () => {
  const { create, send, countLists } = await openUser()
  const refusal = { ...DONE, status: 409 }
  const run = async (tx: Db) => {
    await create(tx)
    return refusal
  }
  expect(await send(run)).toEqual({ response: refusal, isReplay: false })
  expect(await send(run)).toEqual({ response: refusal, isReplay: true })
  expect(await countLists()).toBe(0)
})

test('a request waits for an equal one, whose response it gets', async () => {
  const { send } = await openUser()
  let finish = () => {}
  const until = new Promise<void>((resolve) => {
    finish = resolve
  })
  let runs = 0
  const run = async () => {
    runs += 1
    await until
    return DONE
  }
  const both = [send(run), send(run)]
  await expect.poll(() => runs).toBe(1)
  finish()
  const results = await Promise.all(both)
  expect(results.map(({ isReplay }) => isReplay).sort()).toEqual([false, true])
  expect(runs).toBe(1)
})

test('an external request that lost a conflict with another change returns its response, and runs again', async () => {
  const { userId, db } = {
    userId: await outreach.makeUser(`${crypto.randomUUID()}@example.com`),
    db: outreach.db,
  }
  const context = {
    app: { db, secrets, env: { appUrl: 'http://localhost' }, outage: { takes: () => false } },
    requestId: 'r',
  } as unknown as AppLoadContext
  const headers = { 'idempotency-key': 'a' }
  const send = (run: () => Promise<Response>) => {
    const request = new Request('http://localhost/api/templates/1/send-test', { method: 'POST', headers })
    return serveOnce(
      { context, userId, apiKeyId: null, request, given: {}, isApart: true, isExact: false },
      run,
    )
  }
  const loses = () => Promise.reject(Object.assign(new Error('deadlock detected'), { code: '40P01' }))
  expect((await send(loses)).status).toBe(503)
  expect(await db.$count(idempotencyKeys, eq(idempotencyKeys.userId, userId))).toBe(0)
  expect((await send(() => Promise.resolve(new Response('done')))).status).toBe(200)
})

test('an external request runs outside of transactions, and again after a failure of the other server', async () => {
  const { create, send, countLists } = await openUser({ isApart: true })
  const failure = { ...DONE, status: 502 }
  const run = async (tx: Db) => {
    await create(tx)
    return (await countLists()) === 1 ? failure : DONE
  }
  expect(await send(run)).toEqual({ response: failure, isReplay: false })
  expect(await send(run)).toEqual({ response: DONE, isReplay: false })
  expect(await send(run)).toEqual({ response: DONE, isReplay: true })
  expect(await countLists()).toBe(2)
})

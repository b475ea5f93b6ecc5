import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit, settled } from '../load/audit'
import { type Running, type Sink, startProgram, startSink } from '../load/programs'
import { sized } from '../load/random'
import { seedCampaign, seedPeople } from '../load/seed'
import { createTestDatabase, type TestDatabase } from '../support/db'
import { freePort } from '../support/launch'

const { MAILS, RESTARTS } = sized({ MAILS: 100, RESTARTS: 1 }, { MAILS: 4_000, RESTARTS: 20 })

let database: TestDatabase
let sink: Sink
beforeAll(async () => {
  database = await createTestDatabase()
  sink = await startSink({ SINK_DELAY_MS: '30' })
})
afterAll(async () => {
  await sink?.stop()
  await database?.drop()
})

interface Instance extends Running {
  port: number
}

async function start(): Promise<Instance> {
  const port = await freePort()
  const program = await startProgram({ DATABASE_URL: database.url, PORT: String(port), HOST: '127.0.0.1' })
  return { ...program, port }
}

/** Sends requests to an instance until stopped. @returns the failed ones */
function keepAsking({ port }: Instance) {
  let asking = true
  const failures: string[] = []
  const asked = (async () => {
    while (asking) {
      for (const path of ['/readyz', '/login']) {
        const response = await fetch(`http://127.0.0.1:${port}${path}`).catch((error: Error) => error)
        if (response instanceof Error) failures.push(`${path}: ${response.message}`)
        else if (!response.ok) failures.push(`${path}: ${response.status}`)
        else await response.arrayBuffer()
      }
    }
  })()
  return async () => {
    asking = false
    await asked
    return failures
  }
}

test(`${RESTARTS} rolling restarts while sending leave no uncertain send and fail no request`, async () => {
  const campaign = await seedCampaign(database, { port: sink.port, mailboxes: 2 })
  await seedPeople(database, campaign, MAILS)
  let old = await start()
  for (let restart = 1; restart <= RESTARTS; restart++) {
    await sink.reached(Math.floor((MAILS * restart) / (RESTARTS + 1)))
    const fresh = await start()
    const stopAsking = keepAsking(fresh)
    const since = performance.now()
    await old.stop('SIGTERM')
    expect(performance.now() - since).toBeLessThan(30_000)
    expect(await stopAsking()).toEqual([])
    old = fresh
  }
  await settled(database)
  await old.stop()
  const { twice, lost, unexplained, ...counts } = await audit(database, await sink.report())
  expect({ twice, lost, unexplained }).toEqual({ twice: [], lost: [], unexplained: [] })
  expect(counts).toMatchObject({ sent: MAILS, uncertain: 0, failed: 0 })
})

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '~/db.server'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../drizzle/embedded'
import { migrateDatabase } from '../../drizzle/migrate'
import { audit, settled } from '../load/audit'
import { type Running, type Sink, startProgram, startSink } from '../load/programs'
import { runSeed, seeded, sized } from '../load/random'
import { seedCampaign, seedPeople } from '../load/seed'
import type { TestDatabase } from '../support/clone'
import { startProxy } from '../support/proxy'

const { MAILS, STOPS } = sized({ MAILS: 100, STOPS: 1 }, { MAILS: 5_000, STOPS: 20 })
const database = 'coldframe'

let dataDir: string
let server: EmbeddedPostgres
let proxy: Awaited<ReturnType<typeof startProxy>>
let sink: Sink
let worker: Running
beforeAll(async () => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'coldframe-faults-'))
  server = await startEmbeddedPostgres({ dataDir, database })
  await migrateDatabase(server.url)
  proxy = await startProxy(server.url)
  sink = await startSink({ SINK_DELAY_MS: '20' })
})
afterAll(async () => {
  await worker?.stop('SIGKILL')
  await sink?.stop()
  await proxy?.close()
  await server?.stop()
  rmSync(server.dataDir, { recursive: true, force: true })
  rmSync(dataDir, { recursive: true, force: true })
})

/** The database as the test itself reads it; a new pool after each stop. */
const open = (): TestDatabase => ({ ...openDatabase(server.url, 2), url: server.url, drop: async () => {} })

/** Immediate shutdown: every connection is cut, nothing is written down (PostgreSQL, "Shutting Down the Server"). */
async function stopAtOnce(): Promise<void> {
  const pid = Number(
    readFileSync(path.join(server.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0],
  )
  process.kill(pid, 'SIGQUIT')
  for (;;) {
    try {
      process.kill(pid, 0)
    } catch {
      return
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

test(`PostgreSQL killed ${STOPS} times while sending: no email lost or sent twice, and the worker recovers`, async () => {
  const random = seeded(runSeed('postgres'))
  let look = open()
  const campaign = await seedCampaign(look, { port: sink.port, mailboxes: 2 })
  await seedPeople(look, campaign, MAILS)
  worker = await startProgram({ DATABASE_URL: proxy.url }, ['--worker'])
  for (let stop = 0; stop < STOPS; stop++) {
    const { count } = await sink.count()
    await Promise.race([sink.reached(count + Math.ceil(random() * (MAILS / STOPS) * 0.6)), settled(look)])
    await look.close()
    await stopAtOnce()
    // Its port is free from now on; another program may take it.
    await proxy.cut()
    server = await startEmbeddedPostgres({ dataDir, database })
    proxy.aim(server.url)
    await proxy.restore()
    look = open()
    const since = performance.now()
    const before = await sink.count()
    await Promise.race([sink.reached(before.count + 1), settled(look)])
    expect(performance.now() - since).toBeLessThan(30_000)
  }
  await settled(look)
  const { twice, lost, unexplained, ...counts } = await audit(look, await sink.report())
  process.stdout.write(`postgres: ${JSON.stringify(counts)}\n`)
  expect({ twice, lost, unexplained }).toEqual({ twice: [], lost: [], unexplained: [] })
  expect(counts.sent + counts.uncertain).toBe(MAILS)
  await look.close()
})

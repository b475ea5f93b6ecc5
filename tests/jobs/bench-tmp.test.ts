import { test } from 'vitest'
import { createApp } from '~/app.server'
import { parseEnv } from '~/env.server'
import { runImportContacts } from '~/jobs/import-contacts.server'
import { startImport, storeUpload } from '~/models/import.server'
import { createPersona } from '~/models/persona.server'
import { createTestDatabase } from '../support/db'
import { createTestUser } from '../support/people'
import { readCsv } from '~/models/csv.server'
import { mapColumns } from '~/models/import-columns'
import { readRow } from '~/models/import-row'
test('bench', async () => {
  const database = await createTestDatabase()
  const app = await createApp({ env: parseEnv({ NODE_ENV: 'test', SANDBOX: 'off', APP_URL: 'http://localhost:3000' }), databaseUrl: database.url, appSecret: 'x'.repeat(32) })
  const userId = await createTestUser(app.db)
  const personaId = (await createPersona(app.db, userId, { name: 'a', industry: 'b', jobTitle: 'c', location: 'd' })).id
  const N = 100_000
  const buf = Buffer.from('Email,First Name,Last Name,Name,Title,Organization,City,State,Country,LinkedIn URL,Headline,Apollo ID\n' + Array.from({ length: N }, (_, i) => `person${i}@company${i % 1000}.example.com,First${i},Last${i},,Head of Things,Company ${i % 1000},Berlin,BE,Germany,https://linkedin.com/in/p${i},Headline number ${i},`).join('\n'))
  async function* parts() { for (let i = 0; i < buf.length; i += 65536) yield buf.subarray(i, i + 65536) }
  let t = performance.now()
  const lap = (n: string) => { console.log(n, Math.round(performance.now() - t)); t = performance.now() }
  let rows: any[] = []
  for await (const r of readCsv(parts())) rows.push(r)
  lap('parse')
  const targets = mapColumns(rows[0].cells)
  for (const r of rows) readRow(targets, r.cells)
  lap('readRow'); rows = []
  const up = await storeUpload(app.db, userId, 'a.csv', parts())
  lap('store')
  const { jobId } = await startImport(app.db, userId, personaId, up)
  await runImportContacts({ jobId }, { app, worker: 'x', signal: new AbortController().signal })
  lap('import')
  console.log((await database.sql`select progress, status from queue_jobs`)[0], process.memoryUsage().rss / 1e6)
  await app.close(); await database.drop()
}, 120000)

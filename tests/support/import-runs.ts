import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { App } from '~/app'
import { runImportContacts } from '~/jobs/tasks/import-contacts.server'
import { type ImportChoices, startImport, storeUpload } from '~/models/imports/import.server'
import { getImport, writeRejects } from '~/models/imports/view.server'
import { createPersona } from '~/models/personas/persona.server'
import { createTestApp } from './app'
import { createTestDatabase, type TestDatabase } from './db'
import { createTestUser } from './people'

type ImportView = Awaited<ReturnType<typeof getImport>>

async function* whole(bytes: Uint8Array) {
  yield bytes
}

/** Runs imports in this test file: a database of its own, and for each test a new account with one list. */
class ImportRuns {
  database!: TestDatabase
  app!: App
  userId!: string
  personaId!: string

  async open() {
    this.database = await createTestDatabase()
    this.app = await createTestApp(this.database)
  }

  async close() {
    await this.app?.close()
    await this.database?.drop()
  }

  async newAccount() {
    this.userId = await createTestUser(this.database.db)
    const list = { name: 'People', industry: 'Software', jobTitle: 'CTO', location: 'Berlin' }
    this.personaId = (await createPersona(this.app.db, this.userId, list)).id
  }

  /** Uploads a file. @returns what startImport takes */
  upload(file: string | Uint8Array) {
    const bytes = typeof file === 'string' ? Buffer.from(file) : file
    return storeUpload(this.app.db, this.userId, 'people.csv', whole(bytes))
  }

  /** Uploads a file and starts its import. @returns the job's id */
  async start(file: string | Uint8Array, choices: ImportChoices = {}): Promise<string> {
    const { jobId } = await startImport(
      this.app.db,
      this.userId,
      this.personaId,
      await this.upload(file),
      choices,
    )
    return jobId
  }

  /** Runs the job of an import in this process. */
  work(jobId: string, signal = new AbortController().signal) {
    return runImportContacts({ jobId }, { app: this.app, worker: 'test', signal })
  }

  /** Imports a file, and checks that its counts add up. @returns the import, its counts, and the account's contacts by address */
  async run(file: string | Uint8Array, choices: ImportChoices = {}) {
    const jobId = await this.start(file, choices)
    await this.work(jobId)
    const view = await getImport(this.app.db, this.userId, this.personaId, jobId)
    const rows = await this.database.sql`
      select * from contacts where user_id = ${this.userId} order by lower(email)`
    const { added, updated = 0, skipped, failed, empty = 0, current } = view.progress
    expect(added + updated + skipped + failed + empty).toBe(current)
    return {
      view,
      progress: view.progress,
      people: rows.map((row) => ({ ...row })) as Record<string, unknown>[],
    }
  }

  /** The file of an import's rejected rows. */
  async rejectsOf(view: ImportView): Promise<Buffer> {
    const parts: Buffer[] = []
    for await (const part of writeRejects(this.app.db, view)) parts.push(part)
    return Buffer.concat(parts)
  }
}

/** Prepares the imports of a test file. */
export function prepareImports(): ImportRuns {
  const imports = new ImportRuns()
  beforeAll(() => imports.open())
  afterAll(() => imports.close())
  beforeEach(() => imports.newAccount())
  return imports
}

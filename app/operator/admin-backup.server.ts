import { closeSync, createReadStream, existsSync, openSync, readSync } from 'node:fs'
import path from 'node:path'
import { checkForeignKeys } from '#drizzle/check-keys'
import { makeTemporaryDatabase } from '#drizzle/replace-database'
import { loadBackup } from '#drizzle/restore'
import { databaseCode, openDatabase } from '~/db.server'
import { recountCounters } from '~/models/reports/recount.server'
import { loadAddressKey } from '~/models/suppressions/address-key.server'
import { createSealer } from '~/secrets.server'
import { untilInterrupted } from './admin-interrupt.server'
import { type Operation, OperatorError } from './operation.server'

/** PostgreSQL's code for insufficient privilege. */
const NOT_ALLOWED = '42501'

/**
 * Restores a backup into a temporary database of the same server, checks it, and drops the database. The data in use is not touched.
 * @throws OperatorError naming everything that is wrong
 */
export async function verifyBackup(operation: Operation, name: string): Promise<void> {
  const { databaseUrl, cwd, say } = operation
  const file = path.resolve(cwd, name)
  if (!existsSync(file)) throw new OperatorError(`${file} does not exist`)
  if (startOf(file) === 'PGDMP') {
    throw new OperatorError(
      'this is a dump of pg_dump: restore it with pg_restore into an empty database, set DATABASE_URL to that, and run npm run admin -- recount --check',
    )
  }
  try {
    const temporary = await makeTemporaryDatabase(databaseUrl, 'coldframe_verifying_')
    try {
      await untilInterrupted(async () => {
        const { rows, madeAt, migrations } = await loadBackup(temporary.url, createReadStream(file))
        say(
          `Loaded ${rows} rows as of ${madeAt}, made by version ${migrations} of the schema, and migrated them.`,
        )
        const wrong = await findDamage(operation, temporary.url)
        if (wrong.length > 0) throw new OperatorError(`the backup is damaged: ${wrong.join('; ')}`)
        say('The backup can be restored.')
      })
    } finally {
      await temporary.drop()
    }
  } catch (error) {
    if (databaseCode(error) !== NOT_ALLOWED) throw error
    throw new OperatorError(
      'the user of DATABASE_URL must be a superuser of PostgreSQL to verify a backup: use a test server, or one without DATABASE_URL',
    )
  }
}

/** Checks a restored database, and prints what was checked. @returns what is wrong with it */
async function findDamage({ env, appSecret, say }: Operation, url: string): Promise<string[]> {
  const wrong: string[] = []
  const keys = await checkForeignKeys(url)
  for (const { name, rows } of keys.broken) wrong.push(`${rows} rows violate the foreign key ${name}`)
  say(`Foreign keys: ${keys.checked} checked, ${keys.broken.length} violated.`)
  const { db, sql, close } = openDatabase(url, 1)
  try {
    const [have] = await sql`
      select (select count(*)::int from users) as users, (select count(*)::int from mail_accounts) as mailboxes,
        (select count(*)::int from contacts) as contacts, (select count(*)::int from sequences) as sequences,
        (select count(*)::int from email_sends) as emails`
    say(
      `Rows: ${Object.entries(have!)
        .map(([table, n]) => `${n} ${table}`)
        .join(', ')}.`,
    )
    const counters = await recountCounters(db, { fix: false })
    for (const { counter, wrong: n } of counters)
      if (n > 0) wrong.push(`${n} counters of ${counter} are wrong`)
    say(`Counters: ${counters.length} tables checked.`)
    try {
      await loadAddressKey(db, createSealer(appSecret, env.appSecretPrevious))
      say('APP_SECRET opens its sealed values.')
    } catch (error) {
      wrong.push((error as Error).message)
    }
  } finally {
    await close()
  }
  return wrong
}

/** The first five characters of a file. */
function startOf(file: string): string {
  const start = Buffer.alloc(5)
  const opened = openSync(file, 'r')
  try {
    readSync(opened, start)
    return start.toString('latin1')
  } finally {
    closeSync(opened)
  }
}

import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import path from 'node:path'
import { writeBackup } from '#drizzle/backup'
import { lockInstance } from '#drizzle/embedded'
import { migrateDatabase } from '#drizzle/migrate'
import { dropDatabase, hasUsers, makeDatabase, swapDatabases } from '#drizzle/replace-database'
import { loadBackup } from '#drizzle/restore'
import type { App } from '~/app'
import {
  countPossiblySent,
  holdIfMoved,
  readSendingControl,
  resumeSending,
} from '~/models/outbox/sending-control.server'
import { parseAdmin } from './admin.server'
import { untilInterrupted } from './admin-interrupt.server'
import { noteMigration, type Operation, OperatorError, withApp } from './operation.server'

const DATABASE = 'coldframe'
const FRESH = 'coldframe_restoring'
const KEPT = 'coldframe_replaced'
const HELD_BY_OPERATOR = 'Sending is still held by the operator: npm run admin -- sending resume'

const COMMANDS: Record<string, (operation: Operation) => Promise<void>> = { backup, restore, resume }

/** What the program's arguments ask an operator command for: an act on the database, or a text to print. */
type Command = { run(operation: Operation): Promise<void>; args: string[] } | { help: string }

/**
 * The command in the program's arguments, if any: `--backup`, `--restore`, `--resume`, or `--admin` with a command of its own.
 * @throws OperatorError for an invalid call of `--admin`
 */
export function findCommand(argv: string[]): Command | null {
  const at = argv.findIndex(
    (word) => word.startsWith('--') && ['admin', ...Object.keys(COMMANDS)].includes(word.slice(2)),
  )
  if (at < 0) return null
  const args = argv.slice(at + 1)
  if (argv[at] !== '--admin') return { run: COMMANDS[argv[at]!.slice(2)]!, args }
  const parsed = parseAdmin(args)
  return 'help' in parsed ? parsed : { ...parsed, args }
}

/** `npm run backup -- [file]`: writes a consistent snapshot of all data to a file while Coldframe runs. */
async function backup(operation: Operation): Promise<void> {
  const { embedded, databaseUrl, args, cwd, say } = operation
  if (!embedded) throw new OperatorError('DATABASE_URL is set: back that database up with pg_dump')
  await withApp(operation, databaseUrl, async (app) => {
    const stamp = (await app.clock.now()).toISOString().slice(0, 19).replaceAll(':', '')
    const file = path.resolve(
      cwd,
      args[0] ?? path.join(embedded.dataDir, 'backups', `coldframe-${stamp}.backup.gz`),
    )
    if (existsSync(file)) throw new OperatorError(`${file} already exists`)
    mkdirSync(path.dirname(file), { recursive: true })
    const part = `${file}.part`
    try {
      const to = createWriteStream(part, { mode: 0o600, flush: true })
      const rows = await untilInterrupted(() => writeBackup(databaseUrl, () => app.clock.now(), to))
      renameSync(part, file)
      const size = (statSync(file).size / 1024).toFixed(0)
      say(`Backup of ${rows} rows, ${size} KiB: ${file}`)
      const secret = operation.env.appSecret ? 'APP_SECRET' : path.join(embedded.dataDir, 'app.secret')
      say(`Passwords and tokens in it are sealed: also keep ${secret}, in another place.`)
    } finally {
      rmSync(part, { force: true })
    }
  })
}

/** `npm run restore -- file [--replace]`: restores a backup into an empty installation, or replaces this one's data. */
async function restore(operation: Operation): Promise<void> {
  const { embedded, databaseUrl, args, cwd, say } = operation
  if (!embedded) throw new OperatorError('DATABASE_URL is set: restore that database with pg_restore')
  const name = args.find((word) => !word.startsWith('--'))
  if (!name) throw new OperatorError('name the backup: npm run restore -- file [--replace]')
  const file = path.resolve(cwd, name)
  if (!existsSync(file)) throw new OperatorError(`${file} does not exist`)
  const lock = await lockInstance(databaseUrl, embedded.dataDir)
  try {
    await migrateDatabase(databaseUrl, undefined, noteMigration)
    const used = await hasUsers(databaseUrl)
    if (used && !args.includes('--replace'))
      throw new OperatorError(
        'this installation already has users: add --replace to replace its data with the backup',
      )
    const fresh = await makeDatabase(databaseUrl, FRESH)
    try {
      const { rows, madeAt } = await untilInterrupted(() => loadBackup(fresh, createReadStream(file)))
      await withApp(operation, fresh, async (app) => holdIfMoved(app.db, await app.clock.now()))
      await lock.release()
      await swapDatabases(databaseUrl, { name: DATABASE, fresh: FRESH, kept: KEPT })
      say(
        `Restored ${rows} rows as of ${madeAt}.${used ? ` The previous data is kept in the database ${KEPT}.` : ''}`,
      )
      say(
        'Sending is held, because emails may have been sent since then. Start Coldframe, check the data, then run: npm run resume',
      )
    } catch (error) {
      await dropDatabase(databaseUrl, FRESH)
      if ((error as { code?: string }).code === '55006')
        throw new OperatorError('a worker is still running on this data: stop it first')
      throw error
    }
  } finally {
    await lock.release()
  }
}

/** `npm run resume`: shows what is held; with a choice about what the earlier installation sent, resumes sending. */
async function resume(operation: Operation): Promise<void> {
  const { databaseUrl, args, say } = operation
  const answer = async (app: App) => {
    const now = await app.clock.now()
    await holdIfMoved(app.db, now)
    const { hold } = await readSendingControl(app.db)
    if (!hold) return say('Sending is not held.')
    if (hold.kind === 'operator')
      return say('Sending is held by the operator: npm run admin -- sending resume')
    const until = args.includes('--stopped') ? null : readUntil(args, now)
    if (until === undefined) {
      const n = await countPossiblySent(app.db, now)
      say(`Sending has been held since ${hold.since.toISOString()}: this database was restored or copied.`)
      if (hold.backupAt) say(`The backup was made at ${hold.backupAt.toISOString()}.`)
      say(`${n} emails have come due since then. Did the original installation send any of them?`)
      say('  It had stopped:        npm run resume -- --stopped')
      say(`  It ran until a time:   npm run resume -- --sent-until ${now.toISOString()}`)
      say('Emails that it may have sent are not resent: each user decides about theirs.')
      return
    }
    const uncertain = await resumeSending(app.db, until, now)
    const remaining = (await readSendingControl(app.db)).hold
    say(remaining ? `The hold after the restore has ended. ${HELD_BY_OPERATOR}` : 'Sending resumes.')
    if (until) say(`${uncertain} emails are uncertain now; others become uncertain when they come due.`)
  }
  await withApp(operation, databaseUrl, (app) => untilInterrupted(() => answer(app)))
}

/** The time after `--sent-until`; undefined if the option is absent. */
function readUntil(args: string[], now: Date): Date | undefined {
  const at = args.indexOf('--sent-until')
  if (at < 0) return undefined
  const word = args[at + 1] ?? ''
  const until = word === 'now' ? now : new Date(word)
  if (Number.isNaN(until.getTime()))
    throw new OperatorError('--sent-until takes a time like 2026-03-01T12:00:00Z')
  return until
}

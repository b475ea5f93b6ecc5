import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { migrateDatabase, planMigrations } from '#drizzle/migrate'
import type { App } from '~/app'
import { openDatabase } from '~/db.server'
import { ForgotPassword, Registration, ResetPassword } from '~/models/accounts/account'
import { confirmAsOperator } from '~/models/accounts/confirm.server'
import { NewKey } from '~/models/accounts/keys/key'
import { createKey, daysFromNow, listKeys, revokeKey } from '~/models/accounts/keys/keys.server'
import {
  COMMAND_LINE,
  createUserAsOperator,
  findUser,
  listUsers,
  resetPasswordAsOperator,
} from '~/models/accounts/operator.server'
import { INVITATION_DAYS, invite, sendInvitation } from '~/models/accounts/sign-up.server'
import { listQueue } from '~/models/jobs/queue.server'
import { listAllMailboxes } from '~/models/mailboxes/all.server'
import { holdSending, releaseHold } from '~/models/outbox/operator-hold.server'
import { holdIfMoved, readSendingControl } from '~/models/outbox/sending-control.server'
import { readWorkState } from '~/models/reports/figures.server'
import { readOperations } from '~/models/reports/operations.server'
import { type CounterCheck, recountCounters } from '~/models/reports/recount.server'
import { cutoffsBefore, removeOld } from '~/models/retention/remove.server'
import { paths } from '~/paths'
import { VERSION } from '~/version'
import { verifyBackup } from './admin-backup.server'
import { Cancelled, untilInterrupted } from './admin-interrupt.server'
import { generatePassword, readPassword } from './admin-password.server'
import { noteMigration, type Operation, OperatorError, withApp } from './operation.server'

interface Call {
  operation: Operation
  values: Record<string, unknown>
  positionals: string[]
}

export interface AdminCommand {
  /** The words that call it. */
  name: string
  /** The positional arguments, in capitals. */
  positionals?: string[]
  /** `value` names what follows the option; an option without it is a switch. */
  options?: Record<string, { about: string; value?: string; required?: true }>
  /** Its first sentence is shown in the overview. */
  about: string
  /** An act on the database, or a text to print without opening it. */
  run: ((call: Call) => Promise<void>) | string
}

const JSON_OPTION = { json: { about: 'print JSON' } }
const GENERATE = { generate: { about: 'generate the password and print it once' } }
const PASSWORD_ABOUT = 'Type the password, or pipe it in as the first line of standard input.'
const HELD_AFTER_RESTORE = 'held because this database was restored or copied: npm run resume'

/** Everything that `npm run admin` can do. */
export const ADMIN_COMMANDS: AdminCommand[] = [
  {
    name: 'user create',
    positionals: ['EMAIL'],
    options: {
      name: { about: 'full name', value: 'NAME', required: true },
      timezone: { about: 'such as Europe/Berlin; default: UTC', value: 'ZONE' },
      ...GENERATE,
    },
    about: `Creates an account. ${PASSWORD_ABOUT}`,
    run: ({ operation, values, positionals: [email] }) =>
      open(operation, async (app) => {
        const password = await choosePassword(values)
        const input = check(Registration, {
          email,
          password,
          fullName: values.name ?? '',
          timezone: values.timezone,
        })
        if (values.timezone && !input.timezone)
          throw new OperatorError(`${values.timezone} is not a time zone`)
        const user = await createUserAsOperator(app.db, input)
        operation.say(`Created ${user.email}.${shown(values, password)}`)
      }),
  },
  {
    name: 'user invite',
    positionals: ['EMAIL'],
    about: `Invites somebody to create an account. Prints the link, which works once, for ${INVITATION_DAYS} days, and emails it if SYSTEM_SMTP_URL is set.`,
    run: ({ operation, positionals: [to] }) =>
      open(operation, async (app) => {
        const { email } = check(ForgotPassword, { email: to })
        const token = await invite(app.db, email, app.env, await app.clock.now())
        const url = `${app.env.appUrl}${paths.signup()}?invitation=${token}`
        operation.say(url)
        if (!app.systemMail.available) return
        await sendInvitation(app.systemMail, email, url)
        operation.say(`Emailed to ${email}.`)
      }),
  },
  {
    name: 'user confirm',
    positionals: ['EMAIL'],
    about: "Confirms the email address of an account, as the link in the account's email does.",
    run: ({ operation, positionals: [email] }) =>
      open(operation, async (app) => {
        const { id } = await findUser(app.db, email!)
        await confirmAsOperator(app.db, id)
        operation.say(`The address ${email} is confirmed.`)
      }),
  },
  {
    name: 'user reset-password',
    positionals: ['EMAIL'],
    options: { ...GENERATE, 'keep-keys': { about: 'leave the API keys valid' } },
    about: `Sets a new password, ends the user's sessions and revokes the API keys. ${PASSWORD_ABOUT}`,
    run: ({ operation, values, positionals: [email] }) =>
      open(operation, async (app) => {
        const password = await choosePassword(values)
        const { newPassword } = check(ResetPassword, { token: 'none', newPassword: password })
        const revoked = await resetPasswordAsOperator(app.db, email!, newPassword, !values['keep-keys'])
        operation.say(
          `The password of ${email} is changed, all sessions ended and ${revoked} API keys revoked.${shown(values, password)}`,
        )
      }),
  },
  {
    name: 'user list',
    options: JSON_OPTION,
    about: 'Lists all accounts.',
    run: ({ operation, values }) =>
      open(operation, async (app) => list(operation, values, await listUsers(app.db))),
  },
  {
    name: 'mailbox list',
    options: { user: { about: 'only those of this user', value: 'EMAIL' }, ...JSON_OPTION },
    about: 'Lists the mailboxes of all users, with their status and open emails.',
    run: ({ operation, values }) =>
      open(operation, async (app) =>
        list(operation, values, await listAllMailboxes(app.db, (values.user as string | undefined) ?? null)),
      ),
  },
  {
    name: 'queue',
    options: JSON_OPTION,
    about: 'Shows the workers, the open emails and the queue of jobs.',
    run: ({ operation, values }) =>
      open(operation, async (app) => {
        const now = await app.clock.now()
        const [state, tasks] = [await readWorkState(app.db, now), await listQueue(app.db)]
        const { hold } = await readSendingControl(app.db)
        if (values.json) return operation.say(JSON.stringify({ ...state, hold, tasks }))
        operation.say(`Workers: ${state.workers}`)
        operation.say(`Sending: ${hold ? `held since ${hold.since.toISOString()}` : 'not held'}`)
        operation.say(`Oldest due enrollment: ${state.dueSeconds} s`)
        operation.say(`Emails: ${state.emails.map(({ state, n }) => `${n} ${state}`).join(', ')}`)
        list(operation, values, tasks)
      }),
  },
  {
    name: 'status',
    options: JSON_OPTION,
    about:
      'Shows the state of the whole installation on one screen, with a mark at what somebody should look at.',
    run: ({ operation, values }) =>
      open(operation, async (app) => {
        const operations = await readOperations(app.db, await app.clock.now())
        if (values.json) return operation.say(JSON.stringify(operations))
        for (const { name, value, isProblem } of operations)
          operation.say(`${isProblem ? '!' : ' '} ${name}: ${value}`)
      }),
  },
  {
    name: 'key create',
    positionals: ['EMAIL'],
    options: {
      name: { about: 'what the key is for', value: 'NAME', required: true },
      read: { about: 'a key that may only read' },
      'no-sending': { about: 'a key that may not send or trigger sending' },
      'no-deleting': { about: 'a key that may not delete' },
      days: { about: 'days until it expires; default: never', value: 'DAYS' },
      ...JSON_OPTION,
    },
    about: 'Creates an API key for an account and prints it once. Its owner is emailed.',
    run: ({ operation, values, positionals: [email] }) =>
      open(operation, async (app) => {
        const { id } = await findUser(app.db, email!)
        const days = z.coerce.number().int().min(1).max(3650).optional().safeParse(values.days)
        if (!days.success) throw new OperatorError('--days must be a number from 1 to 3650')
        const input = check(NewKey, {
          name: values.name,
          scope: values.read ? 'read' : 'write',
          maySend: !values['no-sending'],
          mayDelete: !values['no-deleting'],
          expiresAt: days.data ? (await daysFromNow(app.db, days.data)).toISOString() : null,
        })
        const made = await createKey(app.db, id, input, COMMAND_LINE)
        operation.say(values.json ? JSON.stringify(made) : made.key)
      }),
  },
  {
    name: 'key list',
    positionals: ['EMAIL'],
    options: JSON_OPTION,
    about: 'Lists the API keys of an account.',
    run: ({ operation, values, positionals: [email] }) =>
      open(operation, async (app) => {
        const keys = await listKeys(app.db, (await findUser(app.db, email!)).id)
        list(
          operation,
          values,
          keys.map(({ sequenceIds, personaIds, ...key }) => ({
            ...key,
            limited: sequenceIds !== null || personaIds !== null,
          })),
        )
      }),
  },
  {
    name: 'key revoke',
    positionals: ['EMAIL', 'ID'],
    about:
      'Revokes an API key of an account; "key list" shows the ids. The webhooks that it made are switched off.',
    run: ({ operation, positionals: [email, id] }) =>
      open(operation, async (app) => {
        if (!z.uuid().safeParse(id).success) throw new OperatorError(`"${id}" is not an id: see "key list"`)
        await revokeKey(app.db, (await findUser(app.db, email!)).id, id!, COMMAND_LINE)
        operation.say('The API key is revoked.')
      }),
  },
  {
    name: 'version',
    about: 'Prints the version of this program.',
    run: VERSION,
  },
  {
    name: 'migrate',
    options: { plan: { about: 'only list them, and what each blocks' }, ...JSON_OPTION },
    about:
      'Applies the pending migrations of the database. The program does the same whenever it starts; hold sending first if the plan blocks writes to a large table for long.',
    run: async ({ operation, values }) => {
      const { databaseUrl } = operation
      const pending = await planMigrations(databaseUrl)
      if (!values.plan) await migrateDatabase(databaseUrl, undefined, noteMigration)
      if (pending.length === 0 && !values.json) operation.say('No migration is pending.')
      else list(operation, values, pending)
    },
  },
  {
    name: 'sending hold',
    options: { reason: { about: 'shown to all users', value: 'TEXT' } },
    about:
      'Holds all sending. Emails that are being handed over still go out, replies are still read, and every screen says that sending is held.',
    run: ({ operation, values }) =>
      open(operation, async (app) => {
        const now = await app.clock.now()
        await holdIfMoved(app.db, now)
        const reason = (values.reason as string | undefined)?.trim().slice(0, 200) || null
        await holdSending(app.db, reason, now)
        operation.say('Sending is held. npm run admin -- sending resume resumes it.')
      }),
  },
  {
    name: 'sending resume',
    about:
      'Resumes sending after "sending hold". Emails that have come due meanwhile are sent now, within the limits of their mailboxes.',
    run: ({ operation }) =>
      open(operation, async (app) => {
        const released = await releaseHold(app.db)
        const { hold } = await readSendingControl(app.db)
        if (hold && !released) throw new OperatorError(`sending is ${HELD_AFTER_RESTORE}`)
        if (hold)
          return operation.say(`The operator's hold has ended. Sending is still ${HELD_AFTER_RESTORE}`)
        operation.say(released ? 'Sending resumes.' : 'Sending is not held.')
      }),
  },
  {
    name: 'backup verify',
    positionals: ['FILE'],
    about:
      'Restores a backup into a temporary database and checks its version, rows, foreign keys, counters and secret. The database is dropped afterwards; it is on the same PostgreSQL.',
    run: ({ operation, positionals: [file] }) => verifyBackup(operation, file!),
  },
  {
    name: 'purge',
    options: {
      before: {
        about: 'a day, such as 2026-01-31, from its beginning in UTC',
        value: 'DATE',
        required: true,
      },
      'dry-run': { about: 'only say what it would free' },
      ...JSON_OPTION,
    },
    about:
      'Removes texts and history of before a day, whatever the KEEP_…_DAYS settings say. Keeps what they keep longer, such as the emails of contacts who are still in a sequence. PostgreSQL uses the space again; "vacuum full" returns it to the disk.',
    run: ({ operation, values }) =>
      open(operation, async (app) => {
        const now = await app.clock.now()
        const cutoffs = cutoffsBefore(dayOf(values.before as string | undefined, now))
        const removed = await removeOld(app.db, cutoffs, now, { dryRun: values['dry-run'] === true })
        list(operation, values, removed ?? [])
      }),
  },
  {
    name: 'recount',
    options: { check: { about: 'change nothing; the exit code is 1 if a counter is wrong' }, ...JSON_OPTION },
    about:
      'Counts all counters of lists and reports again, and corrects wrong ones. Reads all rows, while the program runs.',
    run: ({ operation, values }) =>
      withApp(operation, operation.databaseUrl, async (app) => {
        const checks = await recountUntilInterrupted(app, operation.databaseUrl, !values.check)
        list(operation, values, checks)
        if (values.check && checks.some(({ wrong }) => wrong > 0))
          throw new OperatorError('counters are wrong')
      }),
  },
]

const open = (operation: Operation, work: (app: App) => Promise<void>) =>
  withApp(operation, operation.databaseUrl, (app) => untilInterrupted(() => work(app)))

/** A closed connection does not end its statement, which may take long, so an interrupted one is cancelled. */
async function recountUntilInterrupted(app: App, databaseUrl: string, fix: boolean): Promise<CounterCheck[]> {
  const { db, sql: own, close } = openDatabase(databaseUrl, 1)
  const [backend] = await own`select pg_backend_pid() as pid`
  try {
    return await untilInterrupted(() => recountCounters(db, { fix }))
  } catch (error) {
    if (error instanceof Cancelled) await app.db.execute(sql`select pg_cancel_backend(${backend!.pid})`)
    throw error
  } finally {
    await close()
  }
}

/** @throws OperatorError if it is no day, or none that has passed */
function dayOf(text: string | undefined, now: Date): Date {
  if (!text) throw new OperatorError('--before is missing')
  const day = z.iso.date().safeParse(text)
  if (!day.success) throw new OperatorError(`"${text}" is not a day: write it as 2026-01-31`)
  const start = new Date(`${text}T00:00:00Z`)
  if (start > now) throw new OperatorError(`${text} is in the future`)
  return start
}

const choosePassword = (values: Call['values']) => (values.generate ? generatePassword() : readPassword())

const shown = (values: Call['values'], password: string) => (values.generate ? ` Password: ${password}` : '')

/** Parses with the schema of the screen. @throws OperatorError with its message */
function check<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const parsed = schema.safeParse(input)
  if (!parsed.success) throw new OperatorError(parsed.error.issues[0]!.message)
  return parsed.data
}

/** Prints rows as a table, or as JSON. */
function list(operation: Operation, values: Call['values'], rows: readonly object[]): void {
  for (const line of values.json ? [JSON.stringify(rows)] : tableOf(rows)) operation.say(line)
}

function tableOf(rows: readonly object[]): string[] {
  if (rows.length === 0) return ['None.']
  const names = Object.keys(rows[0]!)
  const cells = rows.map((row) => Object.values(row).map(cell))
  const widths = names.map((name, i) => Math.max(name.length, ...cells.map((line) => line[i]!.length)))
  return [names, ...cells].map((line) =>
    line
      .map((text, i) => text.padEnd(widths[i]!))
      .join('  ')
      .trimEnd(),
  )
}

/** Names of users may contain anything: control characters must not reach the terminal. */
const cell = (value: unknown) =>
  value instanceof Date
    ? value.toISOString()
    : value === null
      ? '-'
      : String(value).replace(/[\s\p{C}]+/gu, ' ')

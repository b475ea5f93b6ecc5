import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { saveConsented } from '~/models/mailboxes/consent/consented.server'
import { MAILBOX_SCOPES } from '~/providers/google/scopes'
import { createGmailProvider } from '~/providers/mail/gmail/gmail'
import { hashOf } from '~/simulators/tokens'
import { startGoogle } from '../../providers/support/google'
import { openWorks } from './works'

/** What the next call of an account meets instead of its response. */
export type Fault =
  | 'hang'
  | { status: number; reason: string; message?: string; headers?: Record<string, string> }

/** One attempt to send a message, in mail time. */
interface Attempt {
  email: string
  at: Date
  met: Fault | null
}

/** The program with simulated Gmail, where each account's next sends can fail. */
export async function openGmail() {
  const google = await startGoogle()
  const waiting = new Map<string, Fault[]>()
  const attempts: Attempt[] = []

  async function ownerOf(req: IncomingMessage): Promise<string> {
    const hash = hashOf(req.headers.authorization?.replace('Bearer ', '') ?? '')
    const rows = await google.db.execute<{ email: string }>(
      `select a.email from sandbox.google_tokens t join sandbox.google_grants g on g.id = t.grant_id
       join sandbox.google_accounts a on a.sub = g.account_sub where t.token_hash = '${hash}'`,
    )
    return rows[0]?.email ?? ''
  }
  async function respond(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (req.url!.includes('/messages/send')) {
      const email = await ownerOf(req)
      const met = waiting.get(email)?.shift() ?? null
      const at = await google.clock.now()
      if (met) attempts.push({ email, at, met })
      // An expired token is not an attempt: it is refreshed.
      else res.on('finish', () => res.statusCode !== 401 && attempts.push({ email, at, met }))
      if (met === 'hang') return
      if (met) {
        const { status, reason, message = 'No', headers = {} } = met
        req.resume()
        res.writeHead(status, { 'content-type': 'application/json', ...headers })
        res.end(JSON.stringify({ error: { code: status, message, errors: [{ reason, message }] } }))
        return
      }
    }
    const on = request(google.base + req.url!, { method: req.method, headers: req.headers }, (from) => {
      res.writeHead(from.statusCode!, from.headers)
      from.pipe(res)
    })
    on.on('error', () => res.destroy())
    req.pipe(on)
  }
  const server = createServer((req, res) => {
    respond(req, res).catch((error: unknown) => res.destroy(error as Error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const oauth = { ...google.config, authBaseUrl: base, apiBaseUrl: base }
  const settings = {
    GOOGLE_CLIENT_ID: oauth.clientId,
    GOOGLE_CLIENT_SECRET: oauth.clientSecret,
    GOOGLE_AUTH_BASE_URL: base,
    GOOGLE_API_BASE_URL: base,
  }
  const works = await openWorks(settings, {
    clock: google.clock,
    // The product's own deadlines are half a minute; this one is shorter.
    providers: (real) => ({
      ...real,
      gmail: (credentials) =>
        createGmailProvider({ ...credentials, oauth, sendTimeoutMs: 5_000, readTimeoutMs: 5_000 }),
    }),
  })
  return {
    ...works,
    attempts,
    /** The next sends of this account meet these. */
    fail: (email: string, ...faults: Fault[]) => waiting.set(email, faults),
    /** Connects an account, as after its consent page. @returns the mailbox's id */
    async connect(userId: string, email: string): Promise<string> {
      const { tokens, user, scopes } = await google.connect(email)
      const now = await google.clock.now()
      const identity = {
        provider: 'gmail' as const,
        googleUserId: user.sub,
        identity: user,
        tokens,
        scopes: scopes ?? [...MAILBOX_SCOPES],
        aliases: [],
        timezone: 'UTC',
      }
      await saveConsented(works.db, userId, identity, now, works.app.secrets)
      const [row] = await works.sql<{ id: string }[]>`
        update mail_accounts set send_interval_seconds = 0, daily_limit = 100
        where user_id = ${userId} and email = ${email} returning id`
      return row!.id
    },
    /** The user takes the product's access away, on Google's own page. */
    revoke: (email: string) =>
      google.db.execute(
        `delete from sandbox.google_grants where account_sub = (select sub from sandbox.google_accounts where email = '${email}')`,
      ),
    /** What has arrived at this address. */
    async received(to: string): Promise<number> {
      const rows = await google.db.execute<{ n: number }>(
        `select count(*)::int as n from sandbox.mails where recipient = '${to}'`,
      )
      return rows[0]!.n
    },
    async close() {
      await works.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await google.close()
    },
  }
}

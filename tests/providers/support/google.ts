import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fixedClock } from '~/clock.server'
import { createGoogleOAuth, type GoogleOAuthConfig } from '~/providers/google/oauth'
import { MAILBOX_SCOPES } from '~/providers/google/scopes'
import { createGmailProvider, type GmailProviderOptions } from '~/providers/mail/gmail/gmail'
import { createPkce } from '~/providers/net/oauth'
import { createGoogleSimulator } from '~/simulators/google'
import type { GoogleLimits } from '~/simulators/google/limits'
import { createTestDatabase } from '../../support/db'

const PREFIX = '/sandbox/google'
const REDIRECT_URI = 'http://localhost:3000/api/gmail/callback'

/** The simulated Google on a real socket, below a prefix as in the product, over a database of its own. */
export async function startGoogle(limits?: Partial<GoogleLimits>) {
  const database = await createTestDatabase()
  const clock = fixedClock('2026-03-02T09:00:00Z')
  const simulator = createGoogleSimulator({ db: database.db, clock, limits })
  const requests: string[] = []
  const server = createServer((req, res) => {
    req.url = req.url!.replace(PREFIX, '')
    requests.push(req.url)
    simulator.handler(req, res).catch((error: unknown) => res.destroy(error as Error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}${PREFIX}`
  const config: GoogleOAuthConfig = {
    clientId: 'sandbox-client',
    clientSecret: 'sandbox-secret',
    redirectUri: REDIRECT_URI,
    authBaseUrl: base,
    apiBaseUrl: base,
  }
  const oauth = createGoogleOAuth(config)

  /** Posts the consent form as a browser would. @returns the address that it is sent back to */
  async function consent(authorizeUrl: string, fields: Record<string, string | string[]>): Promise<URL> {
    const body = new URLSearchParams()
    for (const [name, value] of Object.entries(fields)) {
      for (const single of [value].flat()) body.append(name, single)
    }
    const response = await fetch(authorizeUrl, { method: 'POST', body, redirect: 'manual' })
    const location = response.headers.get('location')
    if (response.status !== 302 || !location) throw new Error(`no redirect but ${response.status}`)
    return new URL(location)
  }

  /** Connects an account; `prompt=consent` returns a refresh token each time. */
  async function connect(email: string, scopes: readonly string[] = MAILBOX_SCOPES) {
    const { verifier, challenge } = createPkce()
    const url = oauth.authorizeUrl({ state: 's', codeChallenge: challenge, scopes, prompt: 'consent' })
    const back = await consent(url, { email })
    const granted = await oauth.exchangeCode({ code: back.searchParams.get('code')!, codeVerifier: verifier })
    if (!granted.ok) throw new Error(granted.detail)
    return granted
  }

  /** A mailbox of a newly connected account, with its stored values. */
  async function openMailbox(email: string, options: Partial<GmailProviderOptions> = {}) {
    const { tokens } = await connect(email)
    const stored: (typeof tokens)[] = []
    const provider = createGmailProvider({
      tokens,
      oauth: config,
      sendTimeoutMs: 2_000,
      readTimeoutMs: 5_000,
      onTokens: async (renewed) => {
        stored.push(renewed)
      },
      ...options,
    })
    return { provider, tokens, stored }
  }

  const close = async () => {
    server.closeAllConnections()
    await closed(server)
    await database.drop()
  }
  return {
    ...simulator,
    requests,
    clock,
    base,
    config,
    oauth,
    consent,
    connect,
    openMailbox,
    db: database.db,
    close,
  }
}

export type TestGoogle = Awaited<ReturnType<typeof startGoogle>>

const closed = (server: Server) => new Promise<void>((resolve) => server.close(() => resolve()))

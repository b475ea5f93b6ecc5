import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fixedClock } from '~/clock.server'
import { createMicrosoftProvider, type MicrosoftProviderOptions } from '~/providers/mail/microsoft/microsoft'
import type { MicrosoftConfig } from '~/providers/microsoft/hosts'
import { createMicrosoftOAuth } from '~/providers/microsoft/oauth'
import { createPkce, type OAuthTokens } from '~/providers/net/oauth'
import { createFaults } from '~/simulators/faults'
import { createMailProgram } from '~/simulators/mail/mail-program'
import { createPeople } from '~/simulators/mail/people'
import { createMailStore } from '~/simulators/mail/store'
import { createMicrosoftSimulator } from '~/simulators/microsoft'
import { createTestDatabase } from '../../support/db'

const PREFIX = '/sandbox/microsoft'
const APP_URL = 'http://localhost:3000'

/** The simulated Microsoft on a real socket, below a prefix as in the product, over a database of its own. */
export async function startMicrosoft() {
  const database = await createTestDatabase()
  const { db } = database
  const clock = fixedClock('2026-03-02T09:00:00Z')
  const store = createMailStore({ db, clock })
  const faults = createFaults(db)
  const simulator = createMicrosoftSimulator({ db, store, faults, publicBaseUrl: APP_URL })
  /** The method and path of each request, below the prefix. */
  const requests: string[] = []
  const server = createServer((req, res) => {
    Object.assign(req, { originalUrl: req.url })
    req.url = req.url!.replace(PREFIX, '')
    requests.push(`${req.method} ${req.url}`)
    simulator.handler(req, res).catch((error: unknown) => res.destroy(error as Error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}${PREFIX}`
  const config: MicrosoftConfig = {
    clientId: 'sandbox-application',
    clientSecret: 'sandbox-secret',
    tenant: 'common',
    redirectUri: `${APP_URL}/api/microsoft/callback`,
    ...{ authBaseUrl: base, tokenBaseUrl: base, apiBaseUrl: base },
  }
  const oauth = createMicrosoftOAuth(config)

  /** Posts the consent form as a browser would. @returns the address that it is sent back to */
  async function consent(authorizeUrl: string, fields: Record<string, string>): Promise<URL> {
    const body = new URLSearchParams(fields)
    const response = await fetch(authorizeUrl, { method: 'POST', body, redirect: 'manual' })
    const location = response.headers.get('location')
    if (response.status !== 302 || !location) throw new Error(`no redirect but ${response.status}`)
    return new URL(location)
  }

  async function connect(email: string) {
    const { verifier, challenge } = createPkce()
    const back = await consent(oauth.authorizeUrl({ state: 's', codeChallenge: challenge }), { email })
    const granted = await oauth.exchangeCode({ code: back.searchParams.get('code')!, codeVerifier: verifier })
    if (!granted.ok) throw new Error(granted.detail)
    return granted
  }

  /** A mailbox of a newly connected account, with its stored values. */
  async function openMailbox(email: string, options: Partial<MicrosoftProviderOptions> = {}) {
    const { tokens } = await connect(email)
    const stored: OAuthTokens[] = [tokens]
    const provider = createMicrosoftProvider({
      tokens,
      config,
      sendTimeoutMs: 2_000,
      readTimeoutMs: 5_000,
      renew: async () => {
        const renewed = await oauth.refresh(stored.at(-1)!.refreshToken!)
        if (renewed.ok) stored.push(renewed.tokens)
        return renewed
      },
      ...options,
    })
    return { provider, tokens, stored }
  }

  const close = async () => {
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
    await database.drop()
  }
  return {
    ...{ store, faults, people: createPeople(store), mailProgram: createMailProgram(store) },
    ...{ requests, clock, base, config, oauth, consent, connect, openMailbox, db, close },
  }
}

export type TestMicrosoft = Awaited<ReturnType<typeof startMicrosoft>>

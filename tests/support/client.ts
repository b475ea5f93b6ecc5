export interface JsonResponse<T> {
  status: number
  body: T
  headers: Headers
}

/** An HTTP client that keeps cookies and follows no redirects. */
interface SandboxMail {
  to: string
  subject: string
  headers: Record<string, string>
  deliveredAt: string
}

export class Client {
  readonly cookies = new Map<string, string>()
  constructor(readonly url: string) {}

  async request(method: string, at: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (!headers.has('origin') && method !== 'GET' && method !== 'HEAD') headers.set('origin', this.url)
    if (headers.get('origin') === 'none') headers.delete('origin')
    if (this.cookies.size > 0)
      headers.set('cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await fetch(new URL(at, this.url), { ...init, method, headers, redirect: 'manual' })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair] = cookie.split(';')
      const [name, value = ''] = pair!.split(/=(.*)/s)
      if (/max-age=0/i.test(cookie)) this.cookies.delete(name!)
      else this.cookies.set(name!, value)
    }
    return response
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  async json<T = any>(
    method: string,
    at: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<JsonResponse<T>> {
    const response = await this.request(method, at, {
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      body: (text && /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : text) as T,
      headers: response.headers,
    }
  }

  /** A JSON call that must succeed. @returns its body */
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  async ok<T = any>(method: string, at: string, body?: unknown): Promise<T> {
    const response = await this.json<T>(method, at, body)
    if (response.status >= 300)
      throw new Error(`${method} ${at}: ${response.status} ${JSON.stringify(response.body)}`)
    return response.body
  }

  /** Signs up a new user. */
  async signUp(
    email = `${crypto.randomUUID()}@example.com`,
    password = 'correct horse battery',
  ): Promise<{ id: string; email: string; password: string }> {
    const user = await this.ok('POST', '/api/auth/register', { email, password, fullName: 'Test User' })
    return { id: user.id, email, password }
  }

  /** The emails in the sandbox to other people: without the notice to the user, which comes a minute after a mailbox was connected. */
  async sandboxMails(): Promise<SandboxMail[]> {
    const mails = await this.ok<SandboxMail[]>('GET', '/sandbox/messages')
    return mails.filter(({ subject }) => subject !== 'New in your Coldframe account')
  }

  /** Grants on the simulated consent page and returns from it. */
  private async consent(from: string, email: string): Promise<void> {
    const { authUrl } = await this.ok('GET', from)
    const consent = await this.request('POST', authUrl, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ email }).toString(),
    })
    const location = consent.headers.get('location')
    if (!location)
      throw new Error(`no redirect from the consent page: ${consent.status} ${await consent.text()}`)
    await this.request('GET', location)
  }

  /** Connects a Google Workspace through the simulated consent page. */
  async connectWorkspace(email: string): Promise<void> {
    await this.consent('/api/auth/google', email)
    const { userEmail } = await this.ok('GET', '/api/integrations/google')
    if (userEmail !== email) throw new Error('the Workspace was not connected')
  }

  /** Connects a Microsoft 365 mailbox through the simulated consent page. */
  async connectMicrosoft(email: string): Promise<string> {
    await this.consent('/api/microsoft/connect', email)
    const accounts = await this.ok('GET', '/api/mail-accounts?provider=microsoft')
    const found = accounts.find((account: { email: string }) => account.email === email)
    if (!found) throw new Error('the mailbox was not connected')
    return found.id
  }

  /** Connects a Gmail mailbox through the simulated consent page. */
  async connectMailbox(email: string): Promise<string> {
    await this.consent('/api/gmail/connect', email)
    const accounts = await this.ok('GET', '/api/gmail/accounts')
    const found = accounts.find((account: { email: string }) => account.email === email)
    if (!found) throw new Error('the mailbox was not connected')
    return found.id
  }
}

import { ACCOUNT_HEADER, SIGNED_OUT_HEADER } from '~/models/shared/forms/signed-out'

/** Asks the user to log in. @returns whether they did */
type Ask = () => Promise<boolean>

let ask: Ask | null = null
/** The account of the page. */
let account: string | null = null
/** The question that is open: requests that meet it wait for the same answer. */
let asking: Promise<boolean> | null = null

/** Sets who asks, and for which account; null while no signed-in screen is shown. */
export function setAsk(next: { ask: Ask; account: string } | null): void {
  ask = next?.ask ?? null
  account = next?.account ?? null
}

/** Fetches without asking. */
export const plainFetch = typeof window === 'undefined' ? fetch : window.fetch.bind(window)

/**
 * Repeats each request that met an ended session once the user has logged in over the page, so that a save goes on by itself. If they do
 * not, a save fails like a lost connection, and a page is not loaded: the form stays as it is. A session of another account, which another tab has started, is none.
 */
export function repeatAfterLogin(): void {
  window.fetch = async (input, init) => {
    const again = input instanceof Request ? input.clone() : input
    const response = await plainFetch(input, account === null ? init : named(input, init, account))
    if (!response.headers.has(SIGNED_OUT_HEADER) || !ask || init?.keepalive) return response
    asking ??= ask().finally(() => {
      asking = null
    })
    if (await asking) return window.fetch(again, init)
    const { method, signal } = input instanceof Request ? input : new Request(input, init)
    // A page that cannot be loaded would replace this one, with what was typed.
    if (method === 'GET') return never(init?.signal ?? signal)
    throw new TypeError('The session has ended')
  }
}

/** A response that never comes; the router gives it up with the signal. */
const never = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/** Whether the session of the page still lasts. Asks nothing. */
export async function isSignedIn(): Promise<boolean> {
  const response = await plainFetch('/api/auth/me', { cache: 'no-store' }).catch(() => null)
  return response?.status !== 401
}

/** Names the account of the page to our own server. */
function named(input: RequestInfo | URL, init: RequestInit | undefined, id: string): RequestInit | undefined {
  const url = new URL(input instanceof Request ? input.url : input, window.location.href)
  if (url.origin !== window.location.origin) return init
  const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined))
  headers.set(ACCOUNT_HEADER, id)
  return { ...init, headers }
}

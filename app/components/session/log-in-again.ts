import { SIGNED_OUT_HEADER } from '~/models/shared/signed-out'

/** Asks the user to log in. @returns whether they did */
type Ask = () => Promise<boolean>

let ask: Ask | null = null
/** The question that is open: requests that meet it wait for the same answer. */
let asking: Promise<boolean> | null = null

/** Sets who asks; null while no signed-in screen is shown. */
export function setAsk(next: Ask | null): void {
  ask = next
}

/** Fetches without asking. */
export const plainFetch = typeof window === 'undefined' ? fetch : window.fetch.bind(window)

/**
 * Repeats each request that met an ended session once the user has logged in over the page, so that a save goes on by itself. If they do
 * not, it fails like a lost connection: the form stays as it is.
 */
export function repeatAfterLogin(): void {
  window.fetch = async (input, init) => {
    const again = input instanceof Request ? input.clone() : input
    const response = await plainFetch(input, init)
    if (!response.headers.has(SIGNED_OUT_HEADER) || !ask || init?.keepalive) return response
    asking ??= ask().finally(() => {
      asking = null
    })
    if (await asking) return window.fetch(again, init)
    throw new TypeError('The session has ended')
  }
}

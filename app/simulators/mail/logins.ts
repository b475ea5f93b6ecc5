/** The user logged in at one of the simulated mail servers. */
export interface Login {
  /** The mailbox's address, in lower case. */
  address: string
}

/** Every sandbox mailbox has the same password. */
const SANDBOX_PASSWORD = 'sandbox'

/** Any address is a mailbox; null for a wrong password. */
export function signIn(username: string, password: string): Login | null {
  const address = username.trim().toLowerCase()
  return /^[^\s@]+@[^\s@]+$/.test(address) && password === SANDBOX_PASSWORD ? { address } : null
}

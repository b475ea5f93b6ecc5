import type { Database } from '~/db.server'
import type { Env } from '~/env.server'
import { createSandboxClock, type SandboxClock } from './clock'
import { createGoogleSimulator, type GoogleSimulator } from './google'
import { startSystemSmtp } from './smtp'

/** The simulated outside world of one installation, and the clock that can be moved. */
export interface Sandbox {
  clock: SandboxClock
  google: GoogleSimulator
  /** Where system mails are handed in. */
  smtpUrl: string
  close(): Promise<void>
}

export async function createSandbox({ db, env }: Pick<Database, 'db'> & { env: Env }): Promise<Sandbox> {
  const clock = createSandboxClock(db)
  const google = createGoogleSimulator({ db, clock, publicBaseUrl: env.appUrl })
  const smtp = await startSystemSmtp(google.store)
  return { clock, google, smtpUrl: smtp.url, close: () => smtp.close() }
}

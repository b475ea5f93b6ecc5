import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import { connectImap, logOut } from '~/providers/mail/imap/connection'
import type { ProviderFailure } from '~/providers/net/failure'
import type { MailDeps } from '../deps'
import type { SmtpConfig, VerifyResult } from '../types'
import { smtpFailure } from './failure'
import { openConnection } from './session'

/** How long a server has to answer QUIT, in milliseconds. */
const LEAVE_MS = 2_000

/**
 * Logs in to the SMTP server and then, if configured, to the IMAP server; sends and changes nothing. One after the other, so that a
 * wrong password counts only once against the account.
 */
export async function verifyMailbox(
  config: SmtpConfig,
  deps: MailDeps,
  signal: AbortSignal,
): Promise<VerifyResult> {
  const smtp = await verifyAtSmtp(config, deps, signal)
  if (smtp) return { ...smtp, part: 'smtp' }
  if (!config.imap) return { ok: true }
  const connected = await connectImap(config, config.imap, deps, signal)
  if (!connected.ok) return { ...connected, part: 'imap' }
  await logOut(connected.client)
  return { ok: true }
}

async function verifyAtSmtp(
  config: SmtpConfig,
  deps: MailDeps,
  signal: AbortSignal,
): Promise<ProviderFailure | null> {
  if (signal.aborted) return { ok: false, why: 'retry', detail: 'Stopped before the attempt' }
  const opening = openConnection(config, deps, true)
  let stop = () => {}
  const stopped = new Promise<ProviderFailure>((resolve) => {
    stop = () => {
      opening.cancel()
      resolve({ ok: false, why: 'retry', detail: `${config.smtp.host} did not answer in time` })
    }
  })
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([opening.connection.then(leave), stopped])
  } catch (error) {
    return smtpFailure({
      error,
      handedOver: false,
      loggedIn: false,
      server: config.smtp,
      now: await deps.clock.now(),
    })
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Sends QUIT, and closes a connection that the server leaves open. */
function leave(connection: SMTPConnection): null {
  connection.quit()
  setTimeout(() => connection.close(), LEAVE_MS).unref()
  return null
}

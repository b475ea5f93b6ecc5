import type { Socket } from 'node:net'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { limitSocket } from '~/providers/net/budget'
import type { MailDeps } from '../deps'
import type { SmtpConfig } from '../types'
import { connectionLost, SmtpError, stoppedFailure } from './error'
import { noLoginOffered } from './failure'
import { connectChecked } from './options'

/** A connection that is being opened. */
export interface SmtpOpening {
  /** The logged-in connection. */
  connection: Promise<SMTPConnection>
  /** Cancels at once; `connection` rejects some time later, or never. */
  cancel(): void
}

/** How often a server that hangs up before its greeting is retried, and the first pause in milliseconds. The pause doubles. */
const GREETING_RETRIES = 2
const GREETING_DELAY_MS = 50

/**
 * Connects, encrypts and logs in with nodemailer. Fails with nodemailer's errors or with a NetRefusal.
 * @param mustLogIn refuses a server that offers no log-in, because such a server would accept any password
 */
export function openConnection(config: SmtpConfig, deps: MailDeps, mustLogIn = false): SmtpOpening {
  let socket: Socket | undefined
  let endBudget = () => {}
  let isCancelled = false

  async function open(): Promise<SMTPConnection> {
    if (isCancelled) throw stoppedFailure()
    const since = performance.now()
    const connected = await connectChecked(config, deps, (opened) => {
      socket = opened
      endBudget = limitSocket(opened, deps.budgets.smtpLogin, `${config.smtp.host}:${config.smtp.port}`)
    })
    if (isCancelled) {
      connected.connection.destroy()
      throw stoppedFailure()
    }
    const { connect, greeting, silence } = deps.timeouts
    const connection = new SMTPConnection({
      ...config.smtp,
      ...connected,
      // One limit for everything, starting with the lookup of the host.
      connectionTimeout: Math.max(1, connect - (performance.now() - since)),
      greetingTimeout: greeting,
      socketTimeout: silence,
      // Closing destroys the socket: unwritten data is not sent.
      socketCloseTimeout: 0,
    })
    const { username: user, password: pass } = config
    return new Promise((resolve, reject) => {
      // Both listeners stay: an unhandled `error` event would end the process.
      connection.on('error', reject)
      connection.once('end', () => reject(connectionLost()))
      const finish = () => {
        endBudget()
        resolve(connection)
      }
      connection.connect((unheard) => {
        if (unheard) reject(new HungUp(unheard))
        else if (mustLogIn && (user || pass) && !connection.allowsAuth) {
          reject(new SmtpError('EAUTH', 'API', noLoginOffered(config.smtp)))
          connection.close()
        } else if (!(user || pass) || !(connection.allowsAuth || connected.forceAuth)) finish()
        else {
          connection.login({ user, credentials: { user, pass } }, (refusal) => {
            if (!refusal) return finish()
            reject(refusal)
            connection.close()
          })
        }
      })
    })
  }

  async function openWithRetries(): Promise<SMTPConnection> {
    for (let retry = 0; ; retry += 1) {
      try {
        return await open()
      } catch (error) {
        if (!(error instanceof HungUp)) throw error
        if (retry === GREETING_RETRIES) throw error.reason
        await new Promise((resolve) => setTimeout(resolve, GREETING_DELAY_MS * 2 ** retry))
      }
    }
  }

  return {
    // In the next microtask: when a batch is stopped, each message passes its place to the next one, which is stopped as well.
    connection: Promise.resolve().then(openWithRetries),
    cancel() {
      isCancelled = true
      socket?.destroy()
    },
  }
}

/** The server closed the connection before its greeting. */
class HungUp extends Error {
  constructor(readonly reason: Error) {
    super('closed before the greeting')
  }
}

import type { Socket } from 'node:net'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { limitSocket } from '~/providers/net/budget'
import type { MailDeps } from '../deps'
import type { SmtpConfig } from '../types'
import { SmtpError, stopped } from './error'
import { noLogIn } from './failure'
import { connectChecked } from './options'
import { type SmtpSession, takeOver } from './takeover'

/** A connection on its way. */
export interface SmtpOpening {
  session: Promise<SmtpSession>
  /** Gives up at once; `session` is rejected some time later, or not at all. */
  cancel(): void
}

/** A server that hangs up before its first word is asked again so often, and after so long, then twice as long. */
const GREETING_RETRIES = 2
const GREETING_DELAY_MS = 50

/**
 * Connects, encrypts and logs in: nodemailer does. Fails with its errors, or a NetRefusal. `mustLogIn`: a server that offers
 * no log-in is refused, as it would take any password.
 */
export function openSession(config: SmtpConfig, deps: MailDeps, mustLogIn = false): SmtpOpening {
  let socket: Socket | undefined
  let endBudget = () => {}
  let isCancelled = false

  async function open(): Promise<SmtpSession> {
    if (isCancelled) throw stopped()
    const since = performance.now()
    const connected = await connectChecked(config, deps, (one) => {
      socket = one
      endBudget = limitSocket(one, deps.budgets.smtpLogin, `${config.smtp.host}:${config.smtp.port}`)
    })
    if (isCancelled) {
      connected.connection.destroy()
      throw stopped()
    }
    const { connect, greeting, silence } = deps.timeouts
    const connection = new SMTPConnection({
      ...config.smtp,
      ...connected,
      // One limit for all of it, from the look-up of the name on.
      connectionTimeout: Math.max(1, connect - (performance.now() - since)),
      greetingTimeout: greeting,
      socketTimeout: silence,
    })
    const { username: user, password: pass } = config
    return new Promise((resolve, reject) => {
      // Stay for good: an error that nobody listens to would end the process.
      connection.on('error', reject)
      connection.once('end', () => reject(new SmtpError('ECONNECTION', 'CONN', 'Connection closed')))
      // In the same moment, as what comes in then is for us.
      const finish = () => {
        endBudget()
        try {
          resolve(takeOver(connection))
        } catch (error) {
          connected.connection.destroy()
          reject(error)
        }
      }
      connection.connect((unheard) => {
        if (unheard) reject(new HungUp(unheard))
        else if (mustLogIn && (user || pass) && !connection.allowsAuth) {
          reject(new SmtpError('EAUTH', 'API', noLogIn(config.smtp)))
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

  async function openWithRetries(): Promise<SmtpSession> {
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
    // A moment later: of a batch that is stopped, each mail gives its place to the next one, which is stopped as well.
    session: Promise.resolve().then(openWithRetries),
    cancel() {
      isCancelled = true
      socket?.destroy()
    },
  }
}

/** The server closed before it had said a word. */
class HungUp extends Error {
  constructor(readonly reason: Error) {
    super('closed before the greeting')
  }
}

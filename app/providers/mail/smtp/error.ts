/**
 * - `ECONNECTION`, `ESOCKET`, `ETIMEDOUT`: the connection was lost, failed, or stayed silent.
 * - `EENVELOPE`, `EMESSAGE`: the envelope or the message was refused.
 * - `EPROTOCOL`: what came back is not SMTP.
 * - `EABORT`: we stopped.
 * - `EAUTH`: the log-in that was asked for is not offered.
 */
type SmtpErrorCode =
  | 'ECONNECTION'
  | 'ESOCKET'
  | 'ETIMEDOUT'
  | 'EENVELOPE'
  | 'EMESSAGE'
  | 'EPROTOCOL'
  | 'EABORT'
  | 'EAUTH'

/** Why a mail was not accepted, in the shape of nodemailer's errors: `smtpFailure` reads both. */
export class SmtpError extends Error {
  override readonly name = 'SmtpError'
  /** The number that `response` begins with. */
  readonly responseCode: number | undefined
  /** The system's word for a failed socket (`ECONNRESET`, …). */
  readonly originalCode: string | undefined

  constructor(
    readonly code: SmtpErrorCode,
    /** What the server was answering; `API` when it was not asked, `CONN` when it is about the connection. */
    readonly command: 'MAIL FROM' | 'RCPT TO' | 'DATA' | 'CONN' | 'API',
    message: string,
    /** The server's words. */
    readonly response?: string,
    options?: { cause: NodeJS.ErrnoException },
  ) {
    super(message, options)
    this.responseCode = Number(/^\d{3}/.exec(response ?? '')?.[0]) || undefined
    this.originalCode = options?.cause.code
  }
}

/** Whether it is the connection that failed, and not the mail. */
export function isAboutConnection(error: unknown): boolean {
  if (!(error instanceof SmtpError)) return false
  const { code, responseCode } = error
  return responseCode === 421 || code === 'ECONNECTION' || code === 'ESOCKET' || code === 'ETIMEDOUT'
}

/** We stopped, or were closed. */
export const stopped = () => new SmtpError('EABORT', 'API', 'Stopped')

export const socketFailed = (cause: NodeJS.ErrnoException) =>
  new SmtpError('ESOCKET', 'CONN', cause.message, undefined, { cause })

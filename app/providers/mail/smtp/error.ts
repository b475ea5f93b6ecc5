/** The codes of our own errors, in nodemailer's terms. */
type SmtpErrorCode = 'ECONNECTION' | 'EABORT' | 'EAUTH'

/** Why a message was not accepted, in the shape of nodemailer's errors: `smtpFailure` reads both. */
export class SmtpError extends Error {
  override readonly name = 'SmtpError'

  constructor(
    readonly code: SmtpErrorCode,
    /** `CONN` for a problem of the connection, `API` for one on our side. */
    readonly command: 'CONN' | 'API',
    message: string,
  ) {
    super(message)
  }
}

/** Whether the connection failed and not the message (RFC 5321 section 3.8 for 421). */
export function isAboutConnection(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return responseCode === 421 || code === 'ECONNECTION' || code === 'ESOCKET' || code === 'ETIMEDOUT'
}

/** We stopped, or were closed. */
export const stoppedFailure = () => new SmtpError('EABORT', 'API', 'Stopped')

export const connectionLost = () => new SmtpError('ECONNECTION', 'CONN', 'Connection closed')

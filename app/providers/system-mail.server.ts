import { createTransport } from 'nodemailer'

export interface SystemMail {
  to: string
  subject: string
  html: string
  text: string
}

/** Sends our own emails (password resets, export links). */
export interface SystemMailer {
  /** False if no server is configured: sending then fails. */
  readonly available: boolean
  send(mail: SystemMail): Promise<void>
}

/** A mailer over SMTP. @param options.smtpUrl if absent, nothing can be sent */
export function createSystemMailer(options: { smtpUrl?: string; from: string }): SystemMailer {
  const { smtpUrl, from } = options
  return {
    available: smtpUrl !== undefined,
    async send(mail) {
      if (!smtpUrl) throw new Error('SYSTEM_SMTP_URL is not set')
      const transport = createTransport(smtpUrl, { from, disableFileAccess: true, disableUrlAccess: true })
      try {
        await transport.sendMail(mail)
      } finally {
        transport.close()
      }
    },
  }
}

import { SmtpError } from './error'
import type { Reply } from './replies'

/**
 * What a connection waits for: a mail; the answer to MAIL, RCPT or DATA; that a large message can be written on; the answer to
 * the message, or to RSET; nothing more.
 */
export type Stage = 'idle' | 'mail' | 'rcpt' | 'data' | 'message' | 'dot' | 'reset' | 'over'

const COMMANDS: Partial<Record<Stage, 'MAIL FROM' | 'RCPT TO'>> = { mail: 'MAIL FROM', rcpt: 'RCPT TO' }
const ENVELOPE = new Set<Stage>(['mail', 'rcpt', 'data'])

/** A no: of the envelope, or of the message. */
export function refusedAt(stage: Stage, { text }: Reply): SmtpError {
  const code = ENVELOPE.has(stage) ? 'EENVELOPE' : 'EMESSAGE'
  return new SmtpError(code, COMMANDS[stage] ?? 'DATA', 'Refused', text)
}

/** Bytes that are no reply, or a reply that is no answer. */
export function notSmtpAt(stage: Stage, { text }: Reply): SmtpError {
  const words = 'The server sent something that is not SMTP'
  return new SmtpError('EPROTOCOL', COMMANDS[stage] ?? 'DATA', words, text || undefined)
}

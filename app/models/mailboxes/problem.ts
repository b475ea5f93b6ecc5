import { paths } from '~/paths'
import type { Mailbox } from './mailbox'

/** Why a mailbox sends nothing, and what puts that right. */
export interface MailboxProblem {
  /** A sentence that names the mailbox. */
  text: string
  fix: { label: string; to: string }
}

type Shown = Pick<Mailbox, 'email' | 'status' | 'statusDetail'>

const PREFIX = 'Paused: '

/** A pause as every screen words it: "Paused: 4 of the last 100 emails bounced." */
export const pausedBecause = (reason: string): string =>
  reason ? `${PREFIX}${reason.startsWith(PREFIX) ? reason.slice(PREFIX.length) : reason}` : 'Paused.'

/** Why a mailbox sends nothing, in the same words wherever that is said; null while it sends. */
export function problemOf({ email, status, statusDetail }: Shown): MailboxProblem | null {
  if (status === 'connected') return null
  if (status === 'paused') {
    const reason = statusDetail ? pausedBecause(statusDetail).slice(PREFIX.length) : ''
    return {
      text: reason ? `${email} is paused: ${reason}` : `${email} is paused.`,
      fix: { label: 'Resume sending', to: paths.gmail() },
    }
  }
  return {
    text: `${email} is not connected: its emails wait until you reconnect it.`,
    fix: { label: 'Reconnect it', to: paths.gmail() },
  }
}

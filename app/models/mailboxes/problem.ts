import { paths } from '~/paths'
import type { Mailbox } from './mailbox'

/** Why a mailbox is not sending, and how to fix it. */
export interface MailboxProblem {
  /** A sentence that names the mailbox. */
  text: string
  fix: { label: string; to: string }
}

type Shown = Pick<Mailbox, 'email' | 'status' | 'statusDetail'>

const PREFIX = 'Paused: '

/** Formats the reason of a pause: "Paused: 4 of the last 100 emails bounced." */
export const pausedBecause = (reason: string): string =>
  reason ? `${PREFIX}${reason.startsWith(PREFIX) ? reason.slice(PREFIX.length) : reason}` : 'Paused.'

/** Explains why a mailbox is not sending, with the same text everywhere. Null while it sends. */
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
    fix: { label: 'Reconnect', to: paths.gmail() },
  }
}

import type { Socket } from 'node:net'

/**
 * What one conversation with a server of others may cost: a total time, however lively the server is, and what it may send.
 * Time-outs for silence end a server that says nothing; these end one that never stops.
 */
export interface Budget {
  /** From the first byte to the last, in milliseconds. */
  ms: number
  /** Received. */
  bytes: number
}

export interface ImapBudget extends Budget {
  /** Lines of the server, whatever they say: each costs more memory than its bytes. */
  responses: number
}

const MIB = 1024 * 1024

/** The budgets of mail servers. */
export interface MailBudgets {
  /** Connecting and logging in. */
  imapLogin: ImapBudget
  /** A page of messages, a search, a copy: a page is 50 messages of at most a megabyte. */
  imapWork: ImapBudget
  /** Waiting for new mail: so much in so long, then it starts over. */
  imapWatch: ImapBudget
  /** Connecting and logging in. A send has a limit of its own (jobs/sending/sender.server.ts). */
  smtpLogin: Budget
}

export const MAIL_BUDGETS: MailBudgets = {
  imapLogin: { ms: 45_000, bytes: MIB, responses: 1_000 },
  imapWork: { ms: 120_000, bytes: 64 * MIB, responses: 20_000 },
  imapWatch: { ms: 600_000, bytes: 8 * MIB, responses: 20_000 },
  smtpLogin: { ms: 60_000, bytes: MIB },
}

/** A page of messages of Gmail, in many calls; `bytes` of one answer: a message of 25 MB, encoded. */
export const GMAIL_WORK: Budget = { ms: 120_000, bytes: 50 * MIB }

/** A call of the lead database with all its tries; `bytes` of one answer: ten people are a few hundred kilobytes. */
export const LEAD_CALL: Budget = { ms: 60_000, bytes: 10_000_000 }

/** A text from the AI service with all its tries; an answer is a few kilobytes. */
export const AI_CALL: Budget = { ms: 90_000, bytes: 2_000_000 }

/** All look-ups for the health check of a domain. An answer has 64 KB at most (RFC 1035). */
export const DNS_CHECK_MS = 15_000

/** A conversation went over its budget; the message is for the user. */
export class BudgetExceeded extends Error {
  override readonly name = 'BudgetExceeded'
}

export const tookTooLong = (place: string, ms: number) =>
  new BudgetExceeded(`${place} did not finish within ${Math.max(1, Math.round(ms / 1000))} s`)
export const saidTooMuch = (place: string) =>
  new BudgetExceeded(`${place} sent far more than was asked for, so the connection was closed`)

/** How often a socket's bytes are counted, in milliseconds. */
const LOOK_MS = 25

/**
 * Destroys a socket whose conversation goes over its budget: it fails with a BudgetExceeded. Also sees what comes in under
 * TLS. @returns ends the watch
 */
export function limitSocket(socket: Socket, { ms, bytes }: Budget, place: string): () => void {
  const atStart = socket.bytesRead
  const fail = (error: BudgetExceeded) => {
    stop()
    socket.destroy(error)
  }
  const late = setTimeout(() => fail(tookTooLong(place, ms)), ms)
  const look = setInterval(() => {
    if (socket.bytesRead - atStart > bytes) fail(saidTooMuch(place))
  }, LOOK_MS)
  const stop = () => {
    clearTimeout(late)
    clearInterval(look)
  }
  socket.once('close', stop)
  return stop
}

import type { Socket } from 'node:net'

/**
 * Limits for one conversation with a foreign server: its total time, however active the server is, and the amount that it may send.
 * Timeouts end a conversation with a silent server; budgets end one with a server that never stops.
 */
export interface Budget {
  /** Total time in milliseconds. */
  ms: number
  /** The most bytes received. */
  bytes: number
}

export interface ImapBudget extends Budget {
  /** The most lines from the server: each costs more memory than its bytes. */
  responses: number
}

const MIB = 1024 * 1024

/** The budgets of mail servers. */
export interface MailBudgets {
  /** Connecting and logging in. */
  imapLogin: ImapBudget
  /** One page of messages, one search or one copy: a page has 50 messages of at most a megabyte. */
  imapWork: ImapBudget
  /** Waiting for new messages: the limit per period, after which the count starts over. */
  imapWatch: ImapBudget
  /** Connecting and logging in. A send has its own limit (jobs/sending/send-due.server.ts). */
  smtpLogin: Budget
}

export const MAIL_BUDGETS: MailBudgets = {
  imapLogin: { ms: 45_000, bytes: MIB, responses: 1_000 },
  imapWork: { ms: 120_000, bytes: 64 * MIB, responses: 20_000 },
  imapWatch: { ms: 600_000, bytes: 8 * MIB, responses: 20_000 },
  smtpLogin: { ms: 60_000, bytes: MIB },
}

/** A page of Gmail messages, in many calls. `bytes` applies to one response: a message of 25 MB, encoded. */
export const GMAIL_WORK: Budget = { ms: 120_000, bytes: 50 * MIB }

/** A page of Microsoft messages, in many calls. `bytes` applies to one response: a message of 25 MB, encoded. */
export const MICROSOFT_WORK: Budget = { ms: 120_000, bytes: 50 * MIB }

/** A call to the lead database with all its attempts. `bytes` applies to one response: ten people are a few hundred kilobytes. */
export const LEAD_CALL: Budget = { ms: 60_000, bytes: 10_000_000 }

/** A text from the AI service with all its attempts; a response is a few kilobytes. */
export const AI_CALL: Budget = { ms: 90_000, bytes: 2_000_000 }

/** All lookups for the health check of a domain. A response has at most 64 KB (RFC 1035). */
export const DNS_CHECK_MS = 15_000

/** One link of an email with all its redirects. Only the head of each response is read, and Node limits its size. */
export const LINK_CHECK_MS = 8_000

/** One attempt to deliver a webhook, with connecting. Only the start of the response is kept. */
export const WEBHOOK_CALL: Budget = { ms: 15_000, bytes: 64 * 1024 }

/** A conversation exceeded its budget; the message is for the user. */
export class BudgetExceeded extends Error {
  override readonly name = 'BudgetExceeded'
}

export const timeExceeded = (place: string, ms: number) =>
  new BudgetExceeded(`${place} did not finish within ${Math.max(1, Math.round(ms / 1000))} s`)
export const bytesExceeded = (place: string) =>
  new BudgetExceeded(`${place} sent far more data than requested, so the connection was closed`)

/** The interval at which a socket's bytes are counted, in milliseconds. */
const LOOK_MS = 25

/**
 * Destroys a socket whose conversation exceeds its budget; the socket fails with a BudgetExceeded. Also counts the bytes below TLS.
 * @returns a function that ends the watch
 */
export function limitSocket(socket: Socket, { ms, bytes }: Budget, place: string): () => void {
  const atStart = socket.bytesRead
  const fail = (error: BudgetExceeded) => {
    stop()
    socket.destroy(error)
  }
  const late = setTimeout(() => fail(timeExceeded(place, ms)), ms)
  const look = setInterval(() => {
    if (socket.bytesRead - atStart > bytes) fail(bytesExceeded(place))
  }, LOOK_MS)
  const stop = () => {
    clearTimeout(late)
    clearInterval(look)
  }
  socket.once('close', stop)
  return stop
}

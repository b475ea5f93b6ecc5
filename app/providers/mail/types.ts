import type { ProviderFailure } from '~/providers/net/failure'
/**
 * What the product needs of a sender mailbox, whatever protocol is behind it. Results are data, not
 * exceptions, so that the rules can judge them; only a defect throws.
 */

/** One mail, ready to leave: the message itself is composed before the provider sees it. */
export interface OutgoingMail {
  /** The id of our `email_sends` row; it travels in `X-Coldframe-Send-Id`. */
  sendId: string
  /** The whole RFC 5322 message, CRLF line ends. */
  raw: Buffer
  /** Envelope, one recipient. */
  from: string
  to: string
  /** Our own Message-ID (with angle brackets), as written into `raw`. */
  messageId: string
  /** The provider's thread to continue, from an earlier send of the same mailbox. */
  threadId?: string
}

/** Accepted by the provider. `messageId` is the one it really used (Gmail replaces ours). */
export interface SendAccepted {
  ok: true
  providerId: string
  messageId: string
  threadId?: string
}

export type SendResult = SendAccepted | ProviderFailure

/** One message found in the mailbox, unparsed. */
export interface InboundRaw {
  /** Unique inside the mailbox: Gmail id, or UIDVALIDITY and UID. */
  providerId: string
  threadId?: string
  /** The whole message as received. */
  raw: Buffer
  receivedAt: Date
}

export interface SyncPage {
  ok: true
  messages: InboundRaw[]
  /** Where the next call goes on; opaque. */
  cursor: string
  /** More is waiting right now. */
  more: boolean
}

export interface SenderAlias {
  sendAsEmail: string
  displayName: string
  signature: string
  isPrimary: boolean
  isDefault: boolean
  verificationStatus: 'accepted' | 'pending'
}

/** A mailbox through which mail can be sent and, where `canRead`, replies and bounces be seen. */
export interface MailProvider {
  readonly canRead: boolean
  /** Mails that it hands over at the same time. */
  readonly connections: number
  send(mail: OutgoingMail, signal: AbortSignal): Promise<SendResult>
  /** Everything new since `cursor`; null starts at the present and returns no messages. */
  sync(cursor: string | null, signal: AbortSignal): Promise<SyncPage | ProviderFailure>
  /** Looks in the Sent folder for a mail that carries our send id: after a crash or an `unknown`. */
  findSent(
    sendId: string,
    to: string,
    signal: AbortSignal,
  ): Promise<SendAccepted | { ok: true; providerId: null } | ProviderFailure>
  aliases(signal: AbortSignal): Promise<{ ok: true; aliases: SenderAlias[] } | ProviderFailure>
  /**
   * Calls `onNew` whenever new mail may have come in, until `signal` is pulled or the line is lost. Resolves at once
   * where the server cannot push; absent where the protocol cannot. What came in is read with `sync`.
   */
  watch?(onNew: () => void, signal: AbortSignal): Promise<WatchEnd>
  /** Gives back what it holds (connections). */
  close(): Promise<void>
}

/** Why a watch ended: it was stopped, the server pushes nothing, or the line or log-in failed (watch again later). */
export type WatchEnd = { ended: 'stopped' | 'unsupported' } | { ended: 'failed'; failure: ProviderFailure }

/** A mail server as the user entered it. */
export interface MailServer {
  /** A host name or an address. */
  host: string
  port: number
  /** TLS from the first byte on; else STARTTLS (which only private hosts, where allowed, may lack). */
  secure: boolean
}

/** A mailbox reached over SMTP and, where its answers are to be seen, IMAP; one login for both. */
export interface SmtpConfig {
  /** The mailbox's own address. */
  email: string
  smtp: MailServer
  imap: MailServer | null
  username: string
  password: string
}

/** Whether a mailbox's log-ins work; else which part failed, in the server's words. */
export type VerifyResult = { ok: true } | (ProviderFailure & { part: 'smtp' | 'imap' })

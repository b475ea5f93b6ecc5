import type { ProviderFailure } from '~/providers/net/failure'
/**
 * What the product needs from a sender mailbox, whatever its protocol. Results are values, not exceptions, so that the rules can
 * evaluate them; only defects throw.
 */

/** One composed message, ready to send. */
export interface OutgoingMail {
  /** The id of the `email_sends` row, also written into a header of its own (`message/send-id.ts`). */
  sendId: string
  /** The whole RFC 5322 message, with CRLF line ends. */
  raw: Buffer
  /** The envelope. */
  from: string
  to: string
  /** Further recipients of the envelope: of To, Cc and Bcc. Only emails that the user writes have some. */
  more?: readonly string[]
  /** Those of `more` that `raw` does not name. */
  bcc?: readonly string[]
  /** Our own Message-ID (with angle brackets), as written into `raw`. */
  messageId: string
  /** The provider's thread to continue, from an earlier send of the same mailbox. */
  threadId?: string
}

/** Accepted by the provider. `messageId` is the one that the provider used (Gmail replaces ours). */
export interface SendAccepted {
  ok: true
  providerId: string
  messageId: string
  threadId?: string
  /** The recipients that the server refused although it took the email for others. */
  rejected?: { address: string; said: string }[]
}

export type SendResult = SendAccepted | ProviderFailure

/** What may happen while a message is handed over. */
export interface SendOptions {
  /**
   * Called before the message leaves, with the id under which the provider keeps it from then on; it leaves only after this has resolved. Not
   * called by providers that name a message only after they have accepted it.
   */
  onPrepared?(providerId: string): Promise<void>
}

/** What became of a message of unknown outcome. `isUnsent`: it was not sent, and never will be; otherwise not finding it proves nothing. */
export type FindResult = SendAccepted | { ok: true; providerId: null; isUnsent?: boolean } | ProviderFailure

/** One unparsed message from the mailbox. */
export interface InboundRaw {
  /** Unique inside the mailbox: Gmail id, or UIDVALIDITY and UID. */
  providerId: string
  threadId?: string
  /** The whole message as received. */
  raw: Buffer
  receivedAt: Date
  /** Found in the Sent folder and not sent by us: the mailbox's owner wrote it in another program. */
  sent?: true
  /** At most 50. */
  attachments: AttachmentInfo[]
}

/** An attachment of a message in the mailbox; its content stays there until it is asked for. */
export interface AttachmentInfo {
  /** The part's number as in IMAP, e.g. `2.1` (RFC 3501, 6.4.5). */
  part: string
  /** Safe to show and to save under; never empty. */
  name: string
  /** In lower case, without parameters. */
  type: string
  /** In bytes once decoded; approximate. */
  size: number
  /** The Content-ID by which the HTML may show it, without brackets. */
  cid?: string
}

/** A downloaded attachment. */
export interface AttachmentContent {
  name: string
  type: string
  bytes: Buffer
}

export interface SyncPage {
  ok: true
  messages: InboundRaw[]
  /** Where the next call continues; opaque. */
  cursor: string
  /** Whether more messages are waiting now. */
  more: boolean
  /** The mailbox's folders, and which of them are read; absent if the provider has none. */
  folders?: MailFolder[]
}

/** A folder of a mailbox. */
export interface MailFolder {
  path: string
  read: boolean
}

/** Which folders are read beside inbox, junk, archive and sent ones: none, all, or those with these paths. */
export interface FolderChoice {
  read: 'usual' | 'all' | 'named'
  names: readonly string[]
}

export interface SenderAlias {
  sendAsEmail: string
  displayName: string
  signature: string
  isPrimary: boolean
  isDefault: boolean
  verificationStatus: 'accepted' | 'pending'
}

/** A mailbox that can send email and, if `canRead`, receive replies and bounces. */
export interface MailProvider {
  readonly canRead: boolean
  /** How many messages it takes at the same time. If this process dies, so many are of unknown outcome. */
  readonly atOnce: number
  send(mail: OutgoingMail, signal: AbortSignal, options?: SendOptions): Promise<SendResult>
  /**
   * Reads everything new since `cursor`, received or written in another program; null starts at the present and returns no messages.
   */
  sync(cursor: string | null, signal: AbortSignal): Promise<SyncPage | ProviderFailure>
  /**
   * Looks in the Sent folder for the message with our send id, after a crash or an `unknown` outcome.
   * @param preparedId the id that `onPrepared` was called with
   */
  findSent(sendId: string, to: string, signal: AbortSignal, preparedId?: string | null): Promise<FindResult>
  /**
   * Downloads one attachment, decoded. `content` is null if the message or the part no longer exists. A failure if it has more than
   * `maxBytes`.
   */
  attachment(
    providerId: string,
    part: string,
    maxBytes: number,
    signal: AbortSignal,
  ): Promise<{ ok: true; content: AttachmentContent | null } | ProviderFailure>
  aliases(signal: AbortSignal): Promise<{ ok: true; aliases: SenderAlias[] } | ProviderFailure>
  /**
   * Calls `onNew` whenever new messages may have arrived, until `signal` is aborted or the connection is lost. Resolves at once if the
   * server cannot push; absent if the protocol cannot. The messages are read with `sync`.
   */
  watch?(onNew: () => void, signal: AbortSignal): Promise<WatchEnd>
  /** Releases its connections. */
  close(): Promise<void>
}

/** Why a watch ended: it was stopped, the server does not push, or the connection or log-in failed (watch again later). */
export type WatchEnd = { ended: 'stopped' | 'unsupported' } | { ended: 'failed'; failure: ProviderFailure }

/** A mail server as the user entered it. */
export interface MailServer {
  /** A host name or an address. */
  host: string
  port: number
  /** TLS from the first byte; otherwise STARTTLS, which only private hosts, where allowed, may lack. */
  secure: boolean
}

/** A mailbox over SMTP and, if its replies are to be read, IMAP; one login for both. */
export interface SmtpConfig {
  /** The mailbox's own address. */
  email: string
  smtp: MailServer
  imap: MailServer | null
  username: string
  password: string
  /** Absent for the usual folders. */
  folders?: FolderChoice
}

/** Whether a mailbox's log-ins work; if not, which part failed, with the server's message. */
export type VerifyResult = { ok: true } | (ProviderFailure & { part: 'smtp' | 'imap' })

import { and, eq, inArray } from 'drizzle-orm'
import { mailAccounts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { AppError, notFound } from '~/errors'
import type { MailboxKindName } from '~/models/shared/mailboxes/kinds'
import { isOwned } from '~/models/shared/mailboxes/owner.server'
import type { Providers } from '~/providers/factory.server'
import type { MailProvider, SmtpConfig } from '~/providers/mail/types'
import type { OAuthTokens } from '~/providers/net/oauth'
import type { Secrets } from '~/secrets.server'
import { renewTokens } from './consent/renewal.server'
import type { MailboxRow } from './mailbox.server'

export interface MailboxDeps {
  providers: Providers
  secrets: Secrets
}

/** Opens a mailbox at its provider. Refreshed tokens are stored at once. Close it after use. Never call it in a transaction. */
export async function openMailbox(
  db: Db,
  id: string,
  { providers, secrets }: MailboxDeps,
): Promise<MailProvider> {
  const [box] = await db
    .select()
    .from(mailAccounts)
    .where(and(eq(mailAccounts.id, id), isOwned))
  return box ? providerOf(db, box, { providers, secrets }) : notFound('Mailbox not found')
}

/** Opens several mailboxes independently. @returns by id: the mailbox, or the error that prevented opening it */
export async function openMailboxes(
  db: Db,
  ids: string[],
  deps: MailboxDeps,
): Promise<Map<string, MailProvider | Error>> {
  const rows = await db
    .select()
    .from(mailAccounts)
    .where(and(inArray(mailAccounts.id, ids), isOwned))
  const found = new Map(rows.map((box) => [box.id, box]))
  const opened = new Map<string, MailProvider | Error>()
  for (const id of ids) {
    try {
      const box = found.get(id)
      opened.set(id, box ? providerOf(db, box, deps) : notFound('Mailbox not found'))
    } catch (error) {
      opened.set(id, error instanceof Error ? error : new Error(String(error)))
    }
  }
  return opened
}

const providerOf = (db: Db, box: MailboxRow, deps: MailboxDeps) => OPENERS[box.provider](db, box, deps)

/** How a mailbox of each kind is opened at its provider. */
const OPENERS: Record<MailboxKindName, (db: Db, box: MailboxRow, deps: MailboxDeps) => MailProvider> = {
  gmail: openGmail,
  microsoft: openMicrosoft,
  smtp: (_, box, { providers, secrets }) => providers.smtp(smtpConfig(box, secrets)),
}

/** The tokens of a mailbox that was connected on its company's page. @throws AppError CONFLICT if it has none */
function tokensOf(box: MailboxRow, secrets: Secrets): OAuthTokens {
  if (!box.accessToken) throw new AppError('CONFLICT', 'This mailbox cannot be used yet')
  return {
    accessToken: secrets.open(box.accessToken, box.id),
    refreshToken: box.refreshToken && secrets.open(box.refreshToken, box.id),
    expiresAt: box.tokenExpiresAt,
  }
}

function openMicrosoft(db: Db, box: MailboxRow, { providers, secrets }: MailboxDeps): MailProvider {
  const { microsoft } = providers
  if (!microsoft) throw new AppError('UNAVAILABLE', 'Microsoft is not set up on this server')
  return providers.microsoftMailbox({
    tokens: tokensOf(box, secrets),
    renew: (stale) => renewTokens(db, box.id, stale, microsoft.refresh, secrets),
  })
}

function openGmail(db: Db, box: MailboxRow, { providers, secrets }: MailboxDeps): MailProvider {
  const { id } = box
  return providers.gmail({
    tokens: tokensOf(box, secrets),
    // Only while it is connected: disconnecting has deleted its secrets permanently.
    onTokens: async (tokens) => {
      await db
        .update(mailAccounts)
        .set({
          accessToken: secrets.seal(tokens.accessToken, id),
          tokenExpiresAt: tokens.expiresAt,
          ...(tokens.refreshToken ? { refreshToken: secrets.seal(tokens.refreshToken, id) } : {}),
        })
        .where(and(eq(mailAccounts.id, id), isOwned))
    },
  })
}

/** The server settings of an SMTP mailbox, with the password unsealed. @throws AppError CONFLICT if the row is incomplete */
export function smtpConfig(box: MailboxRow, secrets: Secrets): SmtpConfig {
  const { email, smtpHost, smtpPort, smtpSecure, imapHost, imapPort, imapSecure, username, password } = box
  if (!smtpHost || !smtpPort || !username || !password)
    throw new AppError('CONFLICT', 'This mailbox cannot be used yet')
  return {
    email,
    smtp: { host: smtpHost, port: smtpPort, secure: smtpSecure ?? false },
    imap: imapHost ? { host: imapHost, port: imapPort ?? 993, secure: imapSecure ?? true } : null,
    username,
    password: secrets.open(password, box.id),
    ...(box.readFolders === 'usual' ? {} : { folders: { read: box.readFolders, names: box.folderNames } }),
  }
}

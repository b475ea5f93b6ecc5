import { eq } from 'drizzle-orm'
import { users } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { AppError } from '~/errors'
import { requireConfirmed } from '~/models/accounts/confirm.server'
import type { UsesChoice } from '~/models/shared/uses/uses'
import type { GooglePurpose, Providers } from '~/providers/factory.server'
import type { ExchangeResult } from '~/providers/google/oauth'
import { MAILBOX_SCOPES, missingScopes, scopeLabel, WORKSPACE_SCOPES } from '~/providers/google/scopes'
import { deadline } from '~/providers/net/deadline'
import type { Secrets } from '~/secrets.server'
import { disconnectMailbox } from '../disconnect.server'
import type { MailboxLimit } from '../limit.server'
import { saveConsented } from './consented.server'
import { type AuthorizationResponse, openFlow, takeFlow } from './oauth-flow.server'

export interface GoogleDeps extends MailboxLimit {
  providers: Providers
  secrets: Secrets
}

const SCOPES = { mailbox: MAILBOX_SCOPES, workspace: WORKSPACE_SCOPES }

/**
 * Starts the OAuth code flow. Its state belongs to this session and can be used once. @returns the URL to redirect to
 * @throws AppError UNAVAILABLE if Google is not configured; FORBIDDEN until the user's address is confirmed
 */
export async function startGoogleFlow(
  db: Db,
  { sid, userId }: { sid: string; userId: string },
  purpose: GooglePurpose,
  { providers, secrets }: GoogleDeps,
): Promise<string> {
  await requireConfirmed(db, userId)
  const google = providers.google(purpose)
  if (!google) {
    throw new AppError(
      'UNAVAILABLE',
      'Google is not set up: set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, then restart Coldframe',
    )
  }
  const { state, challenge } = await openFlow(db, sid, purpose, secrets)
  return google.authorizeUrl({
    state,
    codeChallenge: challenge,
    scopes: SCOPES[purpose],
    prompt: 'consent select_account',
  })
}

/**
 * Completes a flow. The state must be unused and belong to this session, and all permissions must be granted.
 * @returns the Google account and its tokens
 * @throws AppError with a message for the user
 */
export async function finishGoogleFlow(
  db: Db,
  sid: string,
  purpose: GooglePurpose,
  response: AuthorizationResponse,
  deps: GoogleDeps,
): Promise<Extract<ExchangeResult, { ok: true }>> {
  const verifier = await takeFlow(db, sid, purpose, response.state, deps.secrets)
  if (response.error) {
    throw new AppError(
      'FORBIDDEN',
      response.error === 'access_denied'
        ? 'Access was denied on Google\u2019s page'
        : `Google answered: ${response.error.slice(0, 200)}`,
    )
  }
  const google = deps.providers.google(purpose)
  if (!google || !response.code) throw new AppError('INVALID', 'Google sent no code')
  const exchanged = await google.exchangeCode({ code: response.code, codeVerifier: verifier })
  if (!exchanged.ok) throw new AppError('UPSTREAM_FAILED', exchanged.detail)
  const missing = missingScopes(exchanged.scopes, SCOPES[purpose])
  if (missing.length > 0) {
    throw new AppError(
      'FORBIDDEN',
      `Coldframe also needs these permissions: ${missing.map(scopeLabel).join(', ')}. Connect again and leave them checked.`,
    )
  }
  return exchanged
}

/** Completes the flow of a mailbox. @returns its address @throws AppError with a message for the user */
export async function finishMailboxFlow(
  db: Db,
  { userId, sid, address }: { userId: string; sid: string; address: string },
  response: AuthorizationResponse,
  now: Date,
  deps: GoogleDeps,
): Promise<string> {
  const exchanged = await finishGoogleFlow(db, sid, 'mailbox', response, deps)
  await connectGranted(db, userId, exchanged, now, { ...deps, address })
  return exchanged.user.email
}

/** Stores the mailbox of a Google account that granted access. @throws AppError CONFLICT if the user has too many mailboxes */
export async function connectGranted(
  db: Db,
  userId: string,
  exchanged: Extract<ExchangeResult, { ok: true }>,
  now: Date,
  deps: GoogleDeps,
): Promise<void> {
  const mailbox = deps.providers.gmail({ tokens: exchanged.tokens, onTokens: async () => {} })
  const aliases = await mailbox.aliases(deadline(20_000))
  await mailbox.close()
  const [user] = await db.select({ timezone: users.timezone }).from(users).where(eq(users.id, userId))
  await saveConsented(
    db,
    userId,
    {
      provider: 'gmail',
      googleUserId: exchanged.user.sub,
      identity: exchanged.user,
      tokens: exchanged.tokens,
      scopes: exchanged.scopes,
      aliases: aliases.ok ? aliases.aliases : [],
      timezone: user?.timezone ?? 'UTC',
    },
    now,
    deps.secrets,
    deps,
  )
}

/**
 * Disconnects a mailbox of any kind. Revokes its Google grant if Google can be reached.
 * @param choice absent: confirmed
 * @returns the address of the new default mailbox, if the default changed
 * @throws AppError see disconnectMailbox
 */
export async function disconnectAndRevoke(
  db: Db,
  userId: string,
  id: string,
  now: Date,
  deps: GoogleDeps,
  choice?: UsesChoice,
): Promise<string | null> {
  const { token, nextDefault } = await disconnectMailbox(db, userId, id, now, deps.secrets, undefined, choice)
  if (token) await deps.providers.google('mailbox')?.revoke(token)
  return nextDefault
}

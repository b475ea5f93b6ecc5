import { eq } from 'drizzle-orm'
import { users } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { AppError } from '~/errors'
import { requireConfirmed } from '~/models/accounts/confirm.server'
import type { Providers } from '~/providers/factory.server'
import { type MicrosoftExchange, type MicrosoftOAuth, withoutTrace } from '~/providers/microsoft/oauth'
import { missingMicrosoftScopes } from '~/providers/microsoft/scopes'
import { deadline } from '~/providers/net/deadline'
import type { Secrets } from '~/secrets.server'
import type { MailboxLimit } from '../limit.server'
import { saveConsented } from './consented.server'
import { type AuthorizationResponse, openFlow, takeFlow } from './oauth-flow.server'

export interface MicrosoftDeps extends MailboxLimit {
  providers: Providers
  secrets: Secrets
}

/** The organization wants an administrator to allow the application before its members may. */
export class AdministratorNeeded extends AppError {}

const microsoftOf = ({ providers }: MicrosoftDeps): MicrosoftOAuth => {
  if (providers.microsoft) return providers.microsoft
  throw new AppError(
    'UNAVAILABLE',
    'Microsoft is not set up: set MICROSOFT_CLIENT_ID and MICROSOFT_CLIENT_SECRET, then restart Coldframe',
  )
}

/**
 * Starts the OAuth code flow. Its state belongs to this session and can be used once. @returns the URL to redirect to
 * @throws AppError UNAVAILABLE if Microsoft is not configured; FORBIDDEN until the user's address is confirmed
 */
export async function startMicrosoftFlow(
  db: Db,
  { sid, userId }: { sid: string; userId: string },
  deps: MicrosoftDeps,
): Promise<string> {
  await requireConfirmed(db, userId)
  const microsoft = microsoftOf(deps)
  const { state, challenge } = await openFlow(db, sid, 'microsoft', deps.secrets)
  return microsoft.authorizeUrl({ state, codeChallenge: challenge })
}

/**
 * Completes the flow of a mailbox. The state must be unused and belong to this session, and all permissions must be granted.
 * @returns the mailbox's address
 * @throws AppError with a message for the user; AdministratorNeeded
 */
export async function finishMicrosoftFlow(
  db: Db,
  { userId, sid, address }: { userId: string; sid: string; address: string },
  response: AuthorizationResponse,
  now: Date,
  deps: MicrosoftDeps,
): Promise<string> {
  const verifier = await takeFlow(db, sid, 'microsoft', response.state, deps.secrets)
  const microsoft = microsoftOf(deps)
  if (response.error) throw refusalOf(response, microsoft)
  if (!response.code) throw new AppError('INVALID', 'Microsoft sent no code')
  const exchanged = await microsoft.exchangeCode({ code: response.code, codeVerifier: verifier })
  if (!exchanged.ok) throw new AppError('UPSTREAM_FAILED', exchanged.detail)
  const missing = missingMicrosoftScopes(exchanged.scopes)
  if (missing.length > 0)
    throw new AppError(
      'FORBIDDEN',
      `Coldframe also needs these permissions: ${missing.join(', ')}. Connect again and accept them.`,
    )
  await connectMicrosoft(db, userId, exchanged, now, { ...deps, address })
  return exchanged.user.email
}

/** Microsoft's words for "ask your administrator" (learn.microsoft.com/entra/identity-platform/reference-error-codes); they may change. */
const ASKS_ADMINISTRATOR = /AADSTS(90094|90095|900941|65001|650056)\b|administrator|admin consent/i

function refusalOf({ error, description }: AuthorizationResponse, microsoft: MicrosoftOAuth): AppError {
  const said = withoutTrace(description ?? '').slice(0, 300)
  if (ASKS_ADMINISTRATOR.test(said) || error === 'consent_required')
    return new AdministratorNeeded(
      'FORBIDDEN',
      `Your organization wants an administrator to allow Coldframe first. Send them this address: ${microsoft.adminConsentUrl()}`,
    )
  if (error === 'access_denied') return new AppError('FORBIDDEN', 'Access was denied on Microsoft’s page')
  return new AppError('FORBIDDEN', `Microsoft answered: ${said || error!.slice(0, 200)}`)
}

/** Stores the mailbox of a Microsoft account that granted access. @throws AppError CONFLICT if the user has too many mailboxes */
export async function connectMicrosoft(
  db: Db,
  userId: string,
  { user: identity, tokens, scopes }: Extract<MicrosoftExchange, { ok: true }>,
  now: Date,
  deps: MicrosoftDeps,
): Promise<void> {
  const mailbox = deps.providers.microsoftMailbox({
    tokens,
    renew: async () => ({ ok: false, why: 'auth', detail: 'Microsoft refused a new access token' }),
  })
  const aliases = await mailbox.aliases(deadline(20_000))
  await mailbox.close()
  const [user] = await db.select({ timezone: users.timezone }).from(users).where(eq(users.id, userId))
  const connection = {
    ...{ provider: 'microsoft' as const, identity, tokens, scopes },
    ...{ aliases: aliases.ok ? aliases.aliases : [], timezone: user?.timezone ?? 'UTC' },
  }
  await saveConsented(db, userId, connection, now, deps.secrets, deps)
}

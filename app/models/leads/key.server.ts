import { eq } from 'drizzle-orm'
import { users } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { AppError, notFound } from '~/errors'
import { maskKey } from '~/models/shared/mask-key'
import type { Providers } from '~/providers/factory.server'
import type { LeadDatabase, LeadFailure } from '~/providers/leads/types'
import { deadline } from '~/providers/net/deadline'
import type { Secrets } from '~/secrets.server'

/** What screens say while no key can be used. */
export const KEY_REQUIRED = 'Apollo API Key Required'

/** Stores the user's key, sealed, and puts it to use. @returns its mask */
export async function saveLeadKey(
  db: Db,
  userId: string,
  apiKey: string,
  secrets: Secrets,
): Promise<{ apolloApiKey: string; apolloApiKeyEnabled: boolean }> {
  const saved = await db
    .update(users)
    .set({ apolloApiKey: secrets.seal(apiKey, userId), apolloApiKeyEnabled: true })
    .where(eq(users.id, userId))
    .returning({ enabled: users.apolloApiKeyEnabled })
  if (saved.length === 0) notFound('User not found')
  return { apolloApiKey: maskKey(apiKey), apolloApiKeyEnabled: true }
}

/** Lets the key be used, or not. */
export async function setLeadKeyEnabled(
  db: Db,
  userId: string,
  enabled: boolean,
): Promise<{ enabled: boolean }> {
  await db.update(users).set({ apolloApiKeyEnabled: enabled }).where(eq(users.id, userId))
  return { enabled }
}

/** Whether a key is stored and whether it may be used, without opening it. */
export async function getLeadKeyState(
  db: Db,
  userId: string,
): Promise<{ saved: boolean; enabled: boolean; usable: boolean }> {
  const [row] = await db
    .select({ key: users.apolloApiKey, enabled: users.apolloApiKeyEnabled })
    .from(users)
    .where(eq(users.id, userId))
  const saved = !!row?.key
  const enabled = row?.enabled ?? false
  return { saved, enabled, usable: saved && enabled }
}

/** The lead database behind the user's key. @throws AppError INVALID while none is saved, or it is disabled */
export async function openLeadDatabase(
  db: Db,
  userId: string,
  providers: Pick<Providers, 'leads'>,
  secrets: Secrets,
): Promise<LeadDatabase> {
  const [row] = await db
    .select({ key: users.apolloApiKey, enabled: users.apolloApiKeyEnabled })
    .from(users)
    .where(eq(users.id, userId))
  if (!row?.key || !row.enabled) throw new AppError('INVALID', KEY_REQUIRED)
  return providers.leads(secrets.open(row.key, userId))
}

/** What a failure says to the user: the vendor's words, after the specification's where nobody was reached. */
export function leadFailureText({ why, detail, retryAfter }: LeadFailure): string {
  if (why === 'key' || why === 'unreachable' || why === 'timeout')
    return `Failed to connect to Apollo API: ${detail}`
  if (why === 'limited' && retryAfter) return `${detail} Try again in ${waitInWords(retryAfter)}.`
  return detail
}

const waitInWords = (seconds: number) =>
  seconds < 90
    ? `${Math.max(1, Math.ceil(seconds))} second${seconds > 1 ? 's' : ''}`
    : `${Math.ceil(seconds / 60)} minutes`

/** A failure as what routes answer with. */
export function leadError(failure: LeadFailure): AppError {
  const text = leadFailureText(failure)
  const { why, retryAfter } = failure
  if (why === 'limited')
    return new AppError('TOO_MANY_REQUESTS', text, { retryAfter: Math.ceil(retryAfter ?? 60) })
  if (why === 'aborted') return new AppError('UNAVAILABLE', 'Cancelled.', { retryAfter: 1 })
  return new AppError('UPSTREAM_FAILED', text)
}

/** Milliseconds that a user waits for the vendor's word on a new key. */
const CHECK_TIMEOUT = 5_000

/** What the vendor says to a key that was just saved, in a sentence; it costs nothing. */
export async function checkLeadKey(
  providers: Pick<Providers, 'leads'>,
  apiKey: string,
  signal: AbortSignal,
): Promise<string> {
  const limited = deadline(CHECK_TIMEOUT, signal)
  const checked = await providers.leads(apiKey).check(limited)
  if (!checked.ok)
    return checked.why === 'key' || checked.why === 'scope'
      ? `Apollo does not accept it: ${checked.detail}`
      : 'Apollo could not be asked about it just now.'
  const { creditsLeft } = checked.value
  return creditsLeft === null
    ? 'Apollo accepts it.'
    : `Apollo accepts it: ${creditsLeft.toLocaleString('en-US')} credits left.`
}

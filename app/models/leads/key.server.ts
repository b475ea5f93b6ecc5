import { eq } from 'drizzle-orm'
import { users } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { AppError, notFound } from '~/errors'
import { maskKey } from '~/models/shared/mask-key'
import type { Providers } from '~/providers/factory.server'
import type { LeadDatabase, LeadFailure } from '~/providers/leads/types'
import { deadline } from '~/providers/net/deadline'
import type { Secrets } from '~/secrets.server'

/** The error while no key is saved and enabled. */
const KEY_REQUIRED = 'Apollo API Key Required'

/** Seals, stores and enables the user's key. @returns its mask */
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

/** Enables or disables the key. */
export async function setLeadKeyEnabled(
  db: Db,
  userId: string,
  enabled: boolean,
): Promise<{ enabled: boolean }> {
  await db.update(users).set({ apolloApiKeyEnabled: enabled }).where(eq(users.id, userId))
  return { enabled }
}

/** Whether a key is stored and enabled. Does not unseal it. */
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

/** Opens the lead database with the user's key. @throws AppError INVALID if no key is saved and enabled */
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

/** The message of a failure: the vendor's own, after the specification's text if the connection failed. */
export function leadFailureText({ why, detail, retryAfter }: LeadFailure): string {
  if (why === 'key' || why === 'unreachable' || why === 'timeout')
    return `Failed to connect to Apollo API: ${detail}`
  if (why === 'limited' && retryAfter) return `${detail} Try again in ${formatWait(retryAfter)}.`
  return detail
}

const formatWait = (seconds: number) =>
  seconds < 90
    ? `${Math.max(1, Math.ceil(seconds))} second${seconds > 1 ? 's' : ''}`
    : `${Math.ceil(seconds / 60)} minutes`

/** Converts a failure to an error for routes. */
export function leadError(failure: LeadFailure): AppError {
  const text = leadFailureText(failure)
  const { why, retryAfter } = failure
  if (why === 'limited')
    return new AppError('TOO_MANY_REQUESTS', text, { retryAfter: Math.ceil(retryAfter ?? 60) })
  if (why === 'aborted') return new AppError('UNAVAILABLE', 'Cancelled.', { retryAfter: 1 })
  return new AppError('UPSTREAM_FAILED', text)
}

/** Timeout for checking a new key, in milliseconds. */
const CHECK_TIMEOUT = 5_000

/** Checks a newly saved key with the vendor, at no cost. @returns the result as a sentence */
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
      : 'It could not be checked, because Apollo is not reachable.'
  const { creditsLeft } = checked.value
  return creditsLeft === null
    ? 'Apollo accepts it.'
    : `Apollo accepts it: ${creditsLeft.toLocaleString('en-US')} credits left.`
}

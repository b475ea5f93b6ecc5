import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { oauthFlows } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { AppError } from '~/errors'
import { createPkce } from '~/providers/net/oauth'
import { hashToken, newToken, type Secrets } from '~/secrets.server'

const FLOW_MINUTES = 15

/** What the browser asks a company's page for. */
export type FlowPurpose = 'mailbox' | 'workspace' | 'microsoft'

/** The parameters of a company's redirect after consent. */
export interface AuthorizationResponse {
  state: string | null
  code: string | null
  error: string | null
  /** `error_description`: the company's own words. */
  description: string | null
}

/** Starts an OAuth code flow. Its state belongs to this session and can be used once, within 15 minutes. */
export async function openFlow(
  db: Db,
  sid: string,
  purpose: FlowPurpose,
  secrets: Secrets,
): Promise<{ state: string; challenge: string }> {
  const state = newToken()
  const stateHash = hashToken(state)
  const { verifier, challenge } = createPkce()
  await db.delete(oauthFlows).where(lt(oauthFlows.expiresAt, sql`now()`))
  await db.insert(oauthFlows).values({
    stateHash,
    sessionSid: sid,
    purpose,
    codeVerifier: secrets.seal(verifier, stateHash),
    expiresAt: sql`now() + make_interval(mins => ${FLOW_MINUTES})` as unknown as Date,
  })
  return { state, challenge }
}

/** Consumes a state. @returns its PKCE verifier @throws AppError FORBIDDEN if it does not belong to this session */
export async function takeFlow(
  db: Db,
  sid: string,
  purpose: FlowPurpose,
  state: string | null,
  secrets: Secrets,
): Promise<string> {
  const stateHash = hashToken(state ?? '')
  const [flow] = await db
    .delete(oauthFlows)
    .where(
      and(
        eq(oauthFlows.stateHash, stateHash),
        eq(oauthFlows.sessionSid, sid),
        eq(oauthFlows.purpose, purpose),
        gt(oauthFlows.expiresAt, sql`now()`),
      ),
    )
    .returning({ verifier: oauthFlows.codeVerifier })
  if (!flow)
    throw new AppError(
      'FORBIDDEN',
      'This connection was started in another session or has expired. Please try again.',
    )
  return secrets.open(flow.verifier, stateHash)
}

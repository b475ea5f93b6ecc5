import type { Db } from '~/db.server'
import type { SessionUser } from '../session.server'
import { getKey } from './keys.server'

/**
 * Who makes a call, and what the key of the call may do.
 * @param keyId null for a session, which may do everything
 * @throws AppError NOT_FOUND if the key was revoked meanwhile
 */
export async function describeCaller(
  db: Db,
  { id, email, fullName }: Pick<SessionUser, 'id' | 'email' | 'fullName'>,
  keyId: string | null,
) {
  const user = { id, email, fullName }
  if (keyId === null) return { user, key: null }
  const { prefix: _, lastUsedAt: __, ...key } = await getKey(db, id, keyId)
  return { user, key }
}

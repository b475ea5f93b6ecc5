import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { installationKeys } from '#drizzle/schema'
import type { Db } from '~/db.server'
import type { Sealer } from '~/secrets.server'

const ADDRESS_KEY = 'address'

/**
 * The key of all address hashes of this installation. Created once and stored sealed. It is the first sealed text that is opened, so
 * it also shows whether APP_SECRET matches the database.
 * @throws Error with one line for the operator if it does not
 */
export async function loadAddressKey(db: Db, sealer: Sealer): Promise<Buffer> {
  const sealed = sealer.seal(randomBytes(32).toString('base64url'), ADDRESS_KEY)
  await db.insert(installationKeys).values({ name: ADDRESS_KEY, sealed }).onConflictDoNothing()
  const [row] = await db.select().from(installationKeys).where(eq(installationKeys.name, ADDRESS_KEY))
  try {
    return Buffer.from(sealer.open(row!.sealed, ADDRESS_KEY), 'base64url')
  } catch {
    throw new Error(
      'APP_SECRET is not the one that this database was sealed under: set it back, or name the old one in APP_SECRET_PREVIOUS',
    )
  }
}

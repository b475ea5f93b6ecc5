import { afterEach, beforeEach, expect, test } from 'vitest'
import { syncCursors } from '#drizzle/schema'
import { readSyncAge } from '~/models/reports/figures.server'
import { addSmtp } from '../../support/mailing'
import { LATER, NOW, type Outreach, openOutreach } from '../../support/outreach'

let outreach: Outreach
beforeEach(async () => {
  outreach = await openOutreach()
})
afterEach(() => outreach?.drop())

/** A mailbox that was read at the beginning. */
async function addRead(imapHost?: string): Promise<void> {
  const { db, userId } = outreach
  const mailAccountId = await addSmtp(db, userId, NOW, imapHost ? { imapHost } : {})
  const row = { mailAccountId, syncedAt: NOW }
  await db.insert(syncCursors).values(row).onConflictDoUpdate({ target: syncCursors.mailAccountId, set: row })
}

test('a mailbox that cannot be read does not count', async () => {
  await addRead()
  expect(await readSyncAge(outreach.db, LATER)).toBe(0)
  await addRead('imap.sender.example')
  expect(await readSyncAge(outreach.db, LATER)).toBe(3600)
})

import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { emailSends, emailTexts, sharedTexts, templates } from '#drizzle/schema'
import { prepareSends } from '~/models/outbox/mail-content.server'
import { startSends } from '~/models/outbox/start.server'
import { removeOld } from '~/models/retention/remove.server'
import { readTexts } from '~/models/shared/mail/stored-text.server'
import { ACCEPTED, addSmtp, claimDue, recordResult, runSequence, scan } from '../../support/mailing'
import { NOW, type Outreach, openOutreach } from '../../support/outreach'
import { DUE } from '../../support/removal'

let outreach: Outreach
beforeEach(async () => {
  outreach = await openOutreach()
})
afterEach(() => outreach?.drop())

const LINKS = { appUrl: 'https://mail.example', appIsLoopback: false, google: null, microsoft: null }

/** Plans and starts what is due. @returns the emails as they are handed over, by send */
async function start(now: Date) {
  const { db } = outreach
  await scan(db, now)
  const prepared = (await prepareSends(db, await claimDue(db, now), LINKS)).map((content) => content.prepared)
  const started = await startSends(db, prepared, 'a worker', now)
  return new Map(
    prepared.flatMap((send) =>
      'mail' in send && started.has(send.sendId) ? [[send.sendId, send.mail]] : [],
    ),
  )
}

const write = (htmlBody: string) =>
  outreach.db.update(templates).set({ htmlBody }).where(eq(templates.id, outreach.templateId))

test('emails of a template share its text, and are read as they were sent', async () => {
  const { db, userId } = outreach
  await write('<p>Hi {{ first_name | default: "there" }} at {{ email }}</p>')
  const mailboxId = await addSmtp(db, userId, NOW)
  await runSequence(outreach, mailboxId, 3)
  const sent = await start(DUE)
  expect(sent.size).toBe(3)
  expect(await db.select().from(sharedTexts)).toHaveLength(1)
  const rows = await db
    .select()
    .from(emailSends)
    .innerJoin(emailTexts, eq(emailTexts.emailSendId, emailSends.id))
  expect(rows).toHaveLength(3)
  for (const { email_sends: row, email_texts: stored } of rows) {
    expect({ ...row, ...stored }).toMatchObject({
      htmlBody: '',
      plainTextBody: '',
      ownText: ['there', row.recipientEmail, 'there', row.recipientEmail],
    })
    const { html, text } = sent.get(row.id)!
    expect((await readTexts(db, [row.id])).get(row.id)).toEqual({ html, text })
    expect((await readTexts(db, [row.id], { html: false })).get(row.id)).toEqual({ html: '', text })
    expect(html).toContain(row.trackingToken)
    expect(text).toContain(row.unsubscribeToken)
  }
})

test('a shared text goes with the last email that has it', async () => {
  const { db, userId } = outreach
  const mailboxId = await addSmtp(db, userId, NOW)
  await runSequence(outreach, mailboxId, 2)
  const ids = [...(await start(DUE)).keys()]
  await recordResult(db, ids, ACCEPTED, DUE)
  await db.update(sharedTexts).set({ createdAt: DUE })
  const purge = async () => {
    const after = new Date(DUE.getTime() + 86_400_000)
    return (await removeOld(db, { sent: after }, after))!.map(({ what, rows }) => [what, rows])
  }
  expect(await purge()).toEqual([
    ['texts of sent emails', 0],
    ['shared texts of sent emails', 0],
  ])
  await outreach.db.execute(
    `update sequence_contacts set status = 'completed', end_reason = 'finished', completed_at = now(), hold_reason = null, next_action = null, next_action_at = null`,
  )
  expect(await purge()).toEqual([
    ['texts of sent emails', 2],
    ['shared texts of sent emails', 1],
  ])
  expect(await db.select().from(sharedTexts)).toEqual([])
  expect((await readTexts(db, ids)).get(ids[0]!)).toEqual({ html: '', text: '' })
})

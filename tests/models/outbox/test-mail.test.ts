import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contacts } from '#drizzle/schema'
import { startTestSend } from '~/models/outbox/test-mail.server'
import { SendTest } from '~/models/templates/template'
import { getTemplate } from '~/models/templates/template.server'
import { unsubscribe } from '~/models/tracking/tracking.server'
import { composeMail } from '~/providers/mail/message/compose'
import { addSmtp, sendOf } from '../../support/mailing'
import { NOW, type Outreach, openOutreach, secrets } from '../../support/outreach'

let outreach: Outreach
beforeAll(async () => {
  outreach = await openOutreach()
})
afterAll(() => outreach?.drop())

const ENV = { appUrl: 'https://app.example', appIsLoopback: false, google: null, microsoft: null }

test('a test email has the mailbox’s signature and postal address', async () => {
  const { db, userId, templateId } = outreach
  const senderAccountId = await addSmtp(db, userId, NOW, {
    signature: 'Ann & Co\n+1 555',
    postalAddress: '1 <Road>\nTown',
  })
  const input = SendTest.parse({ email: 'me@sender.example', senderAccountId })
  const { parts } = await startTestSend(
    db,
    userId,
    await getTemplate(db, userId, templateId),
    input,
    NOW,
    ENV,
  )
  expect(parts.html).toMatch(/<p>Hi<\/p><div>Ann &amp; Co<br>\+1 555<\/div>.*1 &lt;Road&gt;<br>Town/)
  expect(parts.text).toContain('Hi\n\nAnn & Co\n+1 555\n\n1 <Road>\nTown')
  expect(await sendOf(db, parts.sendId)).toMatchObject({
    ...{ isTest: true, htmlBody: parts.html, plainTextBody: parts.text },
  })
})

test('adds neither without them', async () => {
  const { db, userId, templateId } = outreach
  const senderAccountId = await addSmtp(db, userId, NOW)
  const input = SendTest.parse({ email: 'me@sender.example', senderAccountId })
  const { parts } = await startTestSend(
    db,
    userId,
    await getTemplate(db, userId, templateId),
    input,
    NOW,
    ENV,
  )
  expect(parts.text).toMatch(/^Hi\n\nUnsubscribe/)
})

test('refuses a test without a template', async () => {
  const { error } = SendTest.safeParse({ templateId: ' ', email: 'me@sender.example' })
  expect(error?.issues.map((issue) => issue.message)).toEqual(['No template selected'])
})

test('a test email has unsubscribe headers that match its link', async () => {
  const { db, userId, templateId } = outreach
  const senderAccountId = await addSmtp(db, userId, NOW)
  const input = SendTest.parse({ email: 'me@sender.example', senderAccountId })
  const { parts } = await startTestSend(
    db,
    userId,
    await getTemplate(db, userId, templateId),
    input,
    NOW,
    ENV,
  )
  const { unsubscribeToken } = await sendOf(db, parts.sendId)
  const url = `https://app.example/u/${unsubscribeToken}`
  expect(parts.html).toContain(`href="${url}"`)
  expect(parts.text).toContain(url)
  const raw = (await composeMail({ ...parts, date: NOW })).toString()
  expect(raw).toContain(`List-Unsubscribe: <${url}>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n`)
})

test('its link unsubscribes only its recipient', async () => {
  const { db, userId, templateId } = outreach
  const list = await outreach.makeList()
  const [reader, other] = await outreach.makeMembers(list.id, 2)
  // The preview is filled with her data; she may be a contact, too.
  await db.update(contacts).set({ email: 'jane.doe@example.com' }).where(eq(contacts.id, other!))
  const [{ email } = { email: '' }] = await db.select().from(contacts).where(eq(contacts.id, reader!))
  const senderAccountId = await addSmtp(db, userId, NOW)
  const unsubscribed = async () => {
    const rows = await db.select().from(contacts).where(eq(contacts.unsubscribed, true))
    return rows.map((row) => row.email)
  }
  const press = async (to: string) => {
    const input = SendTest.parse({ email: to, senderAccountId })
    const { parts } = await startTestSend(
      db,
      userId,
      await getTemplate(db, userId, templateId),
      input,
      NOW,
      ENV,
    )
    const { unsubscribeToken } = await sendOf(db, parts.sendId)
    expect(await unsubscribe(db, unsubscribeToken, NOW, secrets)).toBe(true)
  }
  await press('me@sender.example')
  expect(await unsubscribed()).toEqual([])
  await press(email)
  expect(await unsubscribed()).toEqual([email])
})

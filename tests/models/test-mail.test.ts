import { afterAll, beforeAll, expect, test } from 'vitest'
import { SendTest } from '~/models/template'
import { beginTestMail } from '~/models/test-mail.server'
import { addSmtp, sendOf } from '../support/mailing'
import { NOW, type Outreach, openOutreach } from '../support/outreach'

let outreach: Outreach
beforeAll(async () => {
  outreach = await openOutreach()
})
afterAll(() => outreach?.drop())

const ENV = { appUrl: 'https://app.example', appIsLoopback: false, google: null }

test('a test mail has the signature and the postal address of its mailbox, as a real one would', async () => {
  const { db, userId, templateId } = outreach
  const senderAccountId = await addSmtp(db, userId, NOW, {
    signature: 'Ann & Co\n+1 555',
    postalAddress: '1 <Road>\nTown',
  })
  const input = SendTest.parse({ email: 'me@sender.example', senderAccountId })
  const { parts } = await beginTestMail(db, userId, templateId, input, NOW, ENV)
  expect(parts.html).toMatch(/<p>Hi<\/p><div>Ann &amp; Co<br>\+1 555<\/div>.*1 &lt;Road&gt;<br>Town/)
  expect(parts.text).toContain('Hi\n\nAnn & Co\n+1 555\n\n1 <Road>\nTown')
  expect(await sendOf(db, parts.sendId)).toMatchObject({
    ...{ isTest: true, htmlBody: parts.html, plainTextBody: parts.text },
  })
})

test('a mailbox without them adds neither', async () => {
  const { db, userId, templateId } = outreach
  const senderAccountId = await addSmtp(db, userId, NOW)
  const input = SendTest.parse({ email: 'me@sender.example', senderAccountId })
  const { parts } = await beginTestMail(db, userId, templateId, input, NOW, ENV)
  expect(parts.text).toMatch(/^Hi\n\nUnsubscribe/)
})

test('a test without a template is refused', async () => {
  const { error } = SendTest.safeParse({ templateId: ' ', email: 'me@sender.example' })
  expect(error?.issues.map((issue) => issue.message)).toEqual(['No template selected'])
})

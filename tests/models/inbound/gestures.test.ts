import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contacts, sequenceContacts } from '#drizzle/schema'
import { correctMessage } from '~/models/inbound/correct.server'
import { addProposedContact } from '~/models/inbox/add-proposed.server'
import { showConversation } from '~/models/inbox/show.server'
import { addToPersona } from '~/models/personas/contacts.server'
import { listPersonasOf } from '~/models/sequences/members/contact-enrollments.server'
import { actOnEnrollments } from '~/models/sequences/members/person-acts.server'
import { NOW, refused, secrets } from '../../support/outreach'
import { days, type Flow, hours, openContact, openFlow } from './support/flow'

let flow: Flow
let db: Flow['db']
let userId: string
beforeAll(async () => {
  flow = await openFlow()
  ;({ db, userId } = flow)
})
afterAll(() => flow?.drop())

let contact: Awaited<ReturnType<typeof openContact>>
beforeEach(async () => {
  contact = await openContact(flow)
})

const calendar = (method: string, status = 'ACCEPTED', text = 'Bo has accepted this invitation.') =>
  Buffer.from(
    [
      `From: Bo <${contact.email}>`,
      'To: ann@sender.example',
      'Subject: Accepted: Call',
      'MIME-Version: 1.0',
      'Content-Type: multipart/alternative; boundary=b',
      '',
      `--b\r\nContent-Type: text/plain\r\n\r\n${text}`,
      `--b\r\nContent-Type: text/calendar; method=${method}\r\n\r\nBEGIN:VCALENDAR\r\nMETHOD:${method}\r\nATTENDEE;PARTSTAT=${status}:mailto:bo@acme.example\r\nEND:VCALENDAR\r\n--b--`,
    ].join('\r\n'),
  )
const shown = async () => {
  const { id } = await contact.conversation()
  return (await showConversation(db, userId, id, 'UTC', hours(2))).messages.at(-1)!
}

describe('a calendar entry', () => {
  test.each([
    ['REPLY', 'ACCEPTED', 'Accepted an invitation'],
    ['REPLY', 'DECLINED', 'Declined an invitation'],
    ['REQUEST', 'NEEDS-ACTION', 'Sent an invitation'],
  ])('%s %s holds the sequence and notifies, and is no reply', async (method, status, words) => {
    const message = await contact.receiveRaw(calendar(method, status), hours(1))
    expect(message).toMatchObject({ kind: 'calendar' })
    expect(await contact.enrollmentOf()).toMatchObject({
      status: 'active',
      holdReason: 'calendar',
      heldUntil: null,
      repliedAt: null,
    })
    expect(await contact.log()).toEqual({ status: 'not_open', repliedAt: null })
    expect(await contact.notices()).toEqual(['Calendar'])
    expect(await contact.conversation()).toMatchObject({ unread: true, snippet: words })
    expect(await shown()).toMatchObject({ kind: 'calendar', gesture: words })
    expect(await contact.sendDue(days(9))).toEqual([])
  })

  test('goes on when the user resumes it', async () => {
    await contact.receiveRaw(calendar('REPLY'), hours(1))
    const [row] = await db
      .select({ id: sequenceContacts.id })
      .from(sequenceContacts)
      .where(eq(sequenceContacts.contactId, contact.contactId))
    const about = { sequenceId: flow.sequenceId, enrollmentIds: [row!.id], act: 'resume' as const }
    await actOnEnrollments(db, userId, about, hours(2))
    expect(await contact.enrollmentOf()).toMatchObject({ holdReason: null, nextAction: 'decide' })
  })

  test('can be a reply all the same', async () => {
    const asks = calendar('REQUEST', 'NEEDS-ACTION', 'Please remove me from your list')
    expect(await contact.receiveRaw(asks, hours(1))).toMatchObject({ kind: 'reply' })
    contact = await openContact(flow)
    expect(await contact.receiveRaw(calendar('COUNTER'), hours(1))).toMatchObject({ kind: 'reply' })
    contact = await openContact(flow)
    const message = await contact.receiveRaw(calendar('REQUEST'), hours(1))
    await correctMessage(db, userId, contact.place(message), 'reply', hours(2), secrets)
    expect(await contact.enrollmentOf()).toMatchObject({
      holdReason: null,
      currentStepId: flow.steps.thanks,
      repliedAt: hours(1),
    })
  })
})

test('a reaction is shown and changes nothing', async () => {
  const before = await contact.enrollmentOf()
  const head = 'MIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=b\r\n'
  const text =
    '--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n👍\r\n\r\nBo reacted via Gmail\r\n--b\r\nContent-Type: text/vnd.google.email-reaction+json\r\n\r\n{"emoji":"👍","version":1}\r\n--b--'
  expect(await contact.receive(text, hours(1), { head })).toMatchObject({ kind: 'reaction' })
  expect(await contact.enrollmentOf()).toEqual(before)
  expect(await contact.log()).toEqual({ status: 'not_open', repliedAt: null })
  expect(await contact.notices()).toEqual([])
  expect(await shown()).toMatchObject({ kind: 'reaction', reaction: '👍', gesture: 'Reacted with 👍' })
})

test('a message without readable text says so', async () => {
  const head =
    'Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name="smime.p7m"\r\nContent-Transfer-Encoding: base64\r\n'
  await contact.receive('MIIF', hours(1), { head })
  expect(await shown()).toMatchObject({ kind: 'reply', isUnreadable: true, text: '' })
})

describe('somebody who has left', () => {
  const LEFT =
    'Dear sender,\n\nAs of 31 October I have left Acme Ltd. Please write to Leo Grant (leo.grant@acme.example).'
  const leave = () => contact.receive(LEFT, hours(1))

  test('is stopped, not suppressed, and names a successor', async () => {
    expect(await leave()).toMatchObject({ kind: 'auto_reply' })
    expect(await contact.enrollmentOf()).toMatchObject({ status: 'stopped', endReason: 'contact_left' })
    const [row] = await db.select().from(contacts).where(eq(contacts.id, contact.contactId))
    expect(row).toMatchObject({ suppressed: false, unsubscribed: false, hardBounced: false })
    expect(await contact.conversation()).toMatchObject({
      label: 'Wrong person',
      proposedEmail: 'leo.grant@acme.example',
    })
  })

  test('is replaced by the successor, in the same lists if wanted', async () => {
    const list = await flow.makeList()
    const about = { personaId: list.id, contactIds: [contact.contactId] }
    await db.transaction((tx) => addToPersona(tx, userId, about, NOW, secrets))
    await leave()
    const { id } = await contact.conversation()
    const added = await addProposedContact(db, userId, id, { sameLists: true }, hours(2), secrets)
    expect(await listPersonasOf(db, userId, added)).toEqual([{ id: list.id, name: list.name }])
    const again = addProposedContact(db, userId, id, { sameLists: false }, hours(2), secrets)
    expect(await refused(again)).toMatch(/^DUPLICATE_EMAIL/)
    const foreign = addProposedContact(db, flow.strangerId, id, { sameLists: false }, hours(2), secrets)
    expect(await refused(foreign)).toMatch(/^NOT_FOUND/)
  })

  test('goes on if a person wrote that', async () => {
    const message = await leave()
    await correctMessage(db, userId, contact.place(message), 'reply', hours(2), secrets)
    expect(await contact.enrollmentOf()).toMatchObject({
      status: 'active',
      endReason: null,
      currentStepId: flow.steps.thanks,
    })
  })
})

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mailboxDays, sequenceContacts, syncCursors, users } from '#drizzle/schema'
import { saveConsented } from '~/models/mailboxes/consent/consented.server'
import { disconnectMailbox } from '~/models/mailboxes/disconnect.server'
import { ConsentForm, MailboxChange, NewMailbox, SmtpForm } from '~/models/mailboxes/mailbox'
import { getMailbox, listMailboxes, listQuotas } from '~/models/mailboxes/mailbox.server'
import { smtpConfig } from '~/models/mailboxes/open.server'
import { MAILBOX_PRESETS, presetFields } from '~/models/mailboxes/presets'
import { expireMailbox } from '~/models/mailboxes/status.server'
import { listNotifications } from '~/models/notifications/notification.server'
import { activateSequence, linkPersona } from '~/models/sequences/run.server'
import { updateSequence } from '~/models/sequences/sequence.server'
import { addSmtp, change, type FakeServers, fakeServers, findMailbox } from '../../support/mailing'
import { LATER, NOW, type Outreach, openOutreach, refused, secrets, UNKNOWN_ID } from '../../support/outreach'

let outreach: Outreach
let db: Outreach['db']
let userId: string
let servers: FakeServers
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
})
beforeEach(() => {
  servers = fakeServers()
})
afterAll(() => outreach?.drop())

const add = (fields: Record<string, unknown> = {}) => addSmtp(db, userId, NOW, fields, servers)
const edit = (id: string, fields: Record<string, unknown>) => change(db, userId, id, fields, LATER, servers)

const addGmail = (email: string, sub: string) =>
  saveConsented(
    db,
    userId,
    {
      ...{ provider: 'gmail', googleUserId: sub },
      identity: { sub, email, name: 'Ann', organization: null },
      tokens: { accessToken: 'a', refreshToken: 'r', expiresAt: LATER },
      scopes: [],
      aliases: [],
      timezone: 'Europe/Paris',
    },
    NOW,
    secrets,
  )

describe('a new SMTP mailbox', () => {
  test('is verified by a login, sealed, and becomes the default if it is the first', async () => {
    const id = await add({
      email: 'Ann@Sender.example',
      imapHost: 'imap.sender.example',
      password: 'pass word ',
    })
    expect(servers.tried).toEqual([
      {
        email: 'Ann@Sender.example',
        smtp: { host: 'smtp.sender.example', port: 587, secure: false },
        imap: { host: 'imap.sender.example', port: 993, secure: true },
        username: 'Ann@Sender.example',
        password: 'pass word ',
      },
    ])
    const row = await findMailbox(db, id)
    expect(row.password).not.toContain('pass word')
    expect(row.accountKey).toBe('smtp:ann@sender.example@smtp.sender.example')
    expect(smtpConfig(row, secrets)).toEqual(servers.tried[0])
    const [user] = await db.select().from(users).where(eq(users.id, userId))
    expect(user!.defaultSenderAccountId).toBe(id)
    const shown = await getMailbox(db, userId, id)
    expect(shown).toMatchObject({ status: 'connected', isDefault: true, canRead: true, timezone: 'UTC' })
    expect(JSON.stringify(shown)).not.toMatch(/pass/)
  })

  test('is not saved when a server refuses, whose reply is shown at the field', async () => {
    const before = await listMailboxes(db, userId)
    servers.result = {
      ok: false,
      part: 'smtp',
      why: 'auth',
      detail: '535 5.7.8 Bad credentials',
      code: '535 5.7.8',
    }
    const error = await add().catch((error) => error)
    expect(error).toMatchObject({
      code: 'INVALID',
      message: 'The SMTP server refused the login: 535 5.7.8 Bad credentials',
      options: { field: 'password' },
    })
    servers.result = { ok: false, part: 'imap', why: 'retry', detail: 'imap.sender.example was not found' }
    expect(await add({ imapHost: 'imap.sender.example' }).catch((error) => error)).toMatchObject({
      code: 'INVALID',
      options: { field: 'imapHost' },
    })
    servers.result = {
      ok: false,
      part: 'smtp',
      why: 'retry',
      detail: '421 4.3.2 Shutting down',
      code: '421 4.3.2',
    }
    expect(await refused(add())).toMatch(/^UPSTREAM_FAILED: .*421 4\.3\.2 Shutting down/)
    expect(await listMailboxes(db, userId)).toEqual(before)
  })

  test('refuses a duplicate address before contacting a server', async () => {
    await add({ email: 'twice@sender.example' })
    servers.tried.length = 0
    expect(await refused(add({ email: 'TWICE@sender.example' }))).toMatch(/^CONFLICT: .*already connected/)
    expect(servers.tried).toEqual([])
  })

  test.each([
    [{}, 587, false],
    [{ smtpPort: 465 }, 465, true],
    [{ smtpSecure: true }, 465, true],
    [{ smtpPort: 2525, smtpSecure: true }, 2525, true],
    [{ smtpPort: 2525 }, 2525, false],
  ])('%j means port %i, implicit TLS: %s', async (fields, port, secure) => {
    await add(fields)
    expect(servers.tried[0]!.smtp).toMatchObject({ port, secure })
  })

  test.each([
    [{ email: 'no address' }, 'Invalid email address'],
    [{ smtpHost: 'http://host' }, 'Enter a host name, such as mail.example.com'],
    [{ smtpHost: 'ho st' }, 'Enter a host name, such as mail.example.com'],
    [{ smtpPort: 70_000 }, 'The port must be a whole number from 1 to 65535'],
    [{ password: '' }, 'The password is required'],
    [{ dailyLimit: 0 }, 'The daily limit must be a whole number from 1 to 1000000'],
    [{ sendIntervalSeconds: -1 }, 'The interval must be a whole number of seconds from 0 to 86400'],
    [{ timezone: 'Mars/Base' }, 'Choose a time zone'],
    [
      { provider: 'gmail' },
      'Only SMTP mailboxes can be added here. Connect Gmail mailboxes through Google, and Microsoft 365 mailboxes through Microsoft.',
    ],
  ])('refuses %j', (fields, message) => {
    const parsed = NewMailbox.safeParse({
      email: 'a@b.example',
      smtpHost: 'smtp.b.example',
      password: 'x',
      ...fields,
    })
    expect(parsed.error?.issues[0]?.message).toBe(message)
  })

  test('accepts IP addresses as hosts, and refuses header injection', () => {
    const input = {
      email: 'a@b.example',
      smtpHost: '[::1]',
      imapHost: '127.0.0.1',
      password: 'x',
      displayName: 'Ann\r\nBcc: everybody@people.example',
    }
    expect(NewMailbox.parse(input)).toMatchObject({
      smtpHost: '::1',
      imapHost: '127.0.0.1',
      displayName: 'Ann Bcc: everybody@people.example',
    })
  })
})

describe('a change', () => {
  test('contacts a server only for login settings', async () => {
    const id = await add({ password: 'the old one' })
    servers.tried.length = 0
    await edit(id, { displayName: 'Ann', dailyLimit: 7, sendIntervalSeconds: 5, timezone: 'Asia/Tokyo' })
    await edit(id, { signature: 'Ann\r\nof the Company', postalAddress: '1 Road' })
    expect(servers.tried).toEqual([])
    expect(await getMailbox(db, userId, id)).toMatchObject({
      displayName: 'Ann',
      dailyLimit: 7,
      sendIntervalSeconds: 5,
      timezone: 'Asia/Tokyo',
      signature: 'Ann\nof the Company',
      postalAddress: '1 Road',
    })
    await edit(id, { smtpHost: 'other.sender.example' })
    expect(servers.tried).toMatchObject([{ smtp: { host: 'other.sender.example' }, password: 'the old one' }])
    await edit(id, { password: 'the new one' })
    expect(servers.tried[1]).toMatchObject({ password: 'the new one' })
    await edit(id, { smtpHost: 'other.sender.example' })
    expect(servers.tried).toHaveLength(2)
    expect((await listQuotas(db, userId, NOW)).find((quota) => quota.accountId === id)).toMatchObject({
      limit: 7,
    })
    expect((await edit(id, { dailyLimit: null })).dailyLimit).toBe(null)
  })

  test('refused by a server changes nothing', async () => {
    const id = await add()
    const before = await findMailbox(db, id)
    servers.result = { ok: false, part: 'smtp', why: 'auth', detail: 'no', code: '535' }
    expect(await refused(edit(id, { username: 'somebody', displayName: 'Else' }))).toMatch(/^INVALID/)
    expect(await findMailbox(db, id)).toEqual(before)
  })

  test('of the login keeps the daily count', async () => {
    const id = await add()
    const { accountKey } = await findMailbox(db, id)
    await db.insert(mailboxDays).values({ accountKey, day: '2026-03-02', used: 12 })
    await edit(id, { username: 'another' })
    expect((await listQuotas(db, userId, NOW)).find((quota) => quota.accountId === id)).toMatchObject({
      current: 12,
    })
  })

  test('of the inbox reads the new one from now on', async () => {
    const id = await add({ imapHost: 'imap.sender.example' })
    await db.insert(syncCursors).values({ mailAccountId: id, cursor: 'old' })
    await edit(id, { imapHost: null })
    expect(await db.select().from(syncCursors).where(eq(syncCursors.mailAccountId, id))).toEqual([])
    expect(await getMailbox(db, userId, id)).toMatchObject({
      canRead: false,
      imapPort: null,
      imapSecure: null,
    })
    await edit(id, { imapHost: 'imap.sender.example', imapPort: 143 })
    expect(await getMailbox(db, userId, id)).toMatchObject({
      canRead: true,
      imapPort: 143,
      imapSecure: false,
    })
  })

  test('reconnects a mailbox once its login works again', async () => {
    const id = await add()
    await expireMailbox(db, id, '535 wrong password', NOW)
    expect(await getMailbox(db, userId, id)).toMatchObject({
      status: 'expired',
      statusDetail: '535 wrong password',
    })
    expect((await edit(id, { displayName: 'Ann' })).status).toBe('expired')
    servers.result = { ok: false, part: 'smtp', why: 'auth', detail: 'still wrong', code: '535' }
    expect(await refused(edit(id, { status: 'connected' }))).toMatch(/still wrong/)
    servers.result = { ok: true }
    expect(await edit(id, { password: 'the new one' })).toMatchObject({
      status: 'connected',
      statusDetail: null,
    })
  })

  test('keeps a Gmail mailbox within Google’s limit and without servers', async () => {
    const id = await addGmail('ann@gmail.com', 'sub-1')
    expect(await refused(edit(id, { dailyLimit: 501 }))).toBe(
      'INVALID: Google lets this mailbox send at most 500 emails a day',
    )
    expect((await edit(id, { dailyLimit: 500, displayName: 'Ann A.' })).dailyLimit).toBe(500)
    expect(await refused(edit(id, { smtpHost: 'smtp.gmail.com' }))).toMatch(/^INVALID: A Gmail mailbox/)
    await expireMailbox(db, id, 'revoked', NOW)
    expect(await refused(edit(id, { status: 'connected' }))).toBe(
      'CONFLICT: Reconnect this mailbox through Google',
    )
    expect(servers.tried).toEqual([])
  })

  test('of a foreign or unknown mailbox is not found', async () => {
    const id = await add()
    for (const [who, which] of [
      [outreach.strangerId, id],
      [userId, UNKNOWN_ID],
    ] as const) {
      expect(await refused(change(db, who, which, { password: 'x' }, NOW, servers))).toBe(
        'NOT_FOUND: Mailbox not found',
      )
    }
    expect(servers.tried).toHaveLength(1)
  })

  test('accepts any subset, and clears empty form fields', () => {
    expect(MailboxChange.parse({})).toEqual({})
    const form = {
      provider: 'smtp',
      email: 'a@b.example',
      smtpHost: 'h',
      smtpPort: '587',
      smtpSecure: 'false',
    }
    const rest = { username: 'a', sendIntervalSeconds: '60', timezone: 'UTC', imapSecure: 'true' }
    expect(SmtpForm.parse({ ...form, ...rest })).toMatchObject({
      imapHost: null,
      dailyLimit: null,
      displayName: '',
      signature: '',
      postalAddress: '',
    })
    expect(SmtpForm.parse({ ...form, ...rest }).password).toBeUndefined()
    expect(ConsentForm.parse({ provider: 'gmail', sendIntervalSeconds: '0', timezone: 'UTC' })).toMatchObject(
      {
        sendIntervalSeconds: 0,
        signature: '',
      },
    )
  })
})

test('every preset has valid settings', () => {
  for (const preset of MAILBOX_PRESETS) {
    const parsed = NewMailbox.parse({ email: 'a@b.example', password: 'x', ...presetFields(preset) })
    expect(parsed).toMatchObject({ smtpHost: preset.smtp.host, smtpPort: preset.smtp.port })
    expect(parsed.imapHost).toBe(preset.imap?.host ?? null)
  }
})

describe('several mailboxes in one sequence', () => {
  const mailboxesOf = async (sequenceId: string) => {
    const rows = await db.select().from(sequenceContacts).where(eq(sequenceContacts.sequenceId, sequenceId))
    return new Map(rows.map((row) => [row.contactId!, row.mailboxId]))
  }

  test('share the enrollments, and take over from a disconnected one', async () => {
    const boxes = [await add(), await add(), await add()]
    const { id } = await outreach.makeSequence()
    await outreach.makeStep(id)
    await updateSequence(db, userId, id, { mailboxIds: boxes }, NOW)
    const list = await outreach.makeList()
    const members = await outreach.makeMembers(list.id, 30)
    await linkPersona(db, userId, id, list.id, NOW, secrets)
    await activateSequence(db, userId, id, NOW, secrets)
    const before = await mailboxesOf(id)
    for (const box of boxes)
      expect([...before.values()].filter((kept) => kept === box).length).toBeGreaterThan(0)

    const [gone, ...left] = boxes
    await disconnectMailbox(db, userId, gone!, NOW, secrets)
    const after = await mailboxesOf(id)
    for (const member of members) {
      const kept = before.get(member)!
      if (kept === gone) expect(left).toContain(after.get(member))
      else expect(after.get(member)).toBe(kept)
    }
    const rows = await db.select().from(sequenceContacts).where(eq(sequenceContacts.sequenceId, id))
    expect(rows.filter((row) => row.holdReason !== null)).toEqual([])
    const [late] = await outreach.makeMembers(list.id, 1, LATER)
    expect(left).toContain((await mailboxesOf(id)).get(late!))
  })
})

test('notifies once about a mailbox that stopped', async () => {
  const id = await add()
  await expireMailbox(db, id, 'first', NOW)
  await expireMailbox(db, id, 'second', NOW)
  const about = (await listNotifications(db, userId, { limit: 100 })).rows.filter(
    (notice) => notice.metadata.mailboxId === id,
  )
  expect(about).toHaveLength(1)
})

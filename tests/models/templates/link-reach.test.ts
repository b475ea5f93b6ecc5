import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emailSends, mailAccounts, mailboxDays, sequenceContacts } from '#drizzle/schema'
import { parseEnv } from '~/env.server'
import { enrollContacts } from '~/models/enrollments/enrollment.server'
import { replanHeld } from '~/models/enrollments/events.server'
import { startTestSend } from '~/models/outbox/test-mail.server'
import { activateSequence } from '~/models/sequences/run.server'
import { areLinksReachable } from '~/models/templates/link-reach.server'
import { getTemplate } from '~/models/templates/template.server'
import { startRendered } from '../../support/mailing'
import { NOW, type Outreach, openOutreach, refused, secrets } from '../../support/outreach'

const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
const local = parseEnv({ ...google })
const open = parseEnv({ ...google, APP_URL: 'https://outreach.example', APP_SECRET: 'x'.repeat(32) })

describe('reachable links', () => {
  const gmail = { provider: 'gmail', smtpHost: null } as const
  const smtp = (smtpHost: string) => ({ provider: 'smtp', smtpHost }) as const
  test.each([
    ['Gmail, APP_URL on this machine', local, gmail, false],
    ['Gmail, APP_URL that all can reach', open, gmail, true],
    ['Gmail of the sandbox', parseEnv({}), gmail, true],
    [
      'Gmail at an address of this machine',
      parseEnv({ ...google, GOOGLE_API_BASE_URL: 'http://127.0.0.1:4000' }),
      gmail,
      true,
    ],
    [
      'Gmail at another machine',
      parseEnv({ SANDBOX: 'on', GOOGLE_API_BASE_URL: 'http://google.test' }),
      gmail,
      false,
    ],
    ['a mail server elsewhere', local, smtp('smtp.example.com'), false],
    ['a mail server elsewhere, while the sandbox is on', parseEnv({}), smtp('smtp.example.com'), false],
    ['a mail server that only sounds like this machine', local, smtp('localhost.example.com'), false],
    ['a mail server on this machine', local, smtp('localhost'), true],
    ['a mail server on this machine, by address', local, smtp('127.0.0.1'), true],
    ['a mail server elsewhere, APP_URL that all can reach', open, smtp('smtp.example.com'), true],
  ])('%s: %#', (_, env, box, expected) => {
    expect(areLinksReachable(env, box)).toBe(expected)
  })
})

describe('a mailbox with unreachable links', () => {
  let outreach: Outreach
  let db: Outreach['db']
  let mailboxId: string
  beforeAll(async () => {
    outreach = await openOutreach()
    db = outreach.db
    mailboxId = crypto.randomUUID()
    await db.insert(mailAccounts).values({
      id: mailboxId,
      userId: outreach.userId,
      provider: 'gmail',
      email: 'sender@coldframe.example',
      accountKey: 'google:1',
      accessToken: secrets.seal('token', mailboxId),
      createdAt: NOW,
    })
  })
  afterAll(() => outreach?.drop())

  const due = new Date('2026-03-03T08:00:00Z')
  /** After the spacing between two emails: the unused slot counts for it. */
  const later = new Date('2026-03-03T08:10:00Z')
  const send = (env: typeof local, now: Date) => startRendered(db, env, now)
  const enrollment = async () => (await db.select().from(sequenceContacts))[0]!

  test('sends nothing until APP_URL is reachable', async () => {
    const { userId } = outreach
    const { id } = await outreach.makeSequence({ timezone: 'UTC' })
    await outreach.makeStep(id, { sendHour: 8, sendMinute: 0 })
    const list = await outreach.makeList()
    await activateSequence(db, userId, id, NOW, secrets)
    await enrollContacts(db, userId, id, await outreach.makeMembers(list.id, 1), NOW, secrets)

    expect(await send(local, due)).toBe(0)
    expect(await enrollment()).toMatchObject({ status: 'active', holdReason: 'links_unreachable' })
    // Its slot in the mailbox's day was released.
    expect((await db.select().from(mailboxDays)).map((day) => day.used)).toEqual([0])
    expect(await send(local, due)).toBe(0)

    expect(await replanHeld(db, 'links_unreachable', later)).toBe(1)
    expect(await replanHeld(db, 'links_unreachable', later)).toBe(0)
    expect(await enrollment()).toMatchObject({ holdReason: null })
    expect(await send(open, later)).toBe(1)
    expect(await send(open, later)).toBe(0)
    expect((await db.select().from(emailSends)).map((row) => row.state)).toEqual(['sending'])
  })

  test('sends no test email', async () => {
    const { userId, templateId } = outreach
    const input = { email: 'me@example.com', senderAccountId: mailboxId, sendAsEmail: null }
    const before = await db.select().from(emailSends).where(eq(emailSends.isTest, true))
    expect(
      await refused(startTestSend(db, userId, await getTemplate(db, userId, templateId), input, NOW, local)),
    ).toContain('APP_URL')
    expect(await db.select().from(emailSends).where(eq(emailSends.isTest, true))).toEqual(before)
  })
})

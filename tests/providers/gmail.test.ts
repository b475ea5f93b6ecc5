import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGmailProvider } from '~/providers/mail/gmail/gmail'
import { startGoogle, type TestGoogle } from './support/google'
import { NEVER, okay, syncAll, writeMail } from './support/mail'

const MINUTE = 60_000
const DAY = 86_400_000

describe('gmail', () => {
  let google: TestGoogle
  beforeAll(async () => {
    google = await startGoogle({ dailySends: (email) => (email.startsWith('capped') ? 2 : 2_000) })
  })
  afterAll(() => google.close())

  const sendOne = async (email: string, sendId: string, to: string) => {
    const { provider } = await google.openMailbox(email)
    const mail = await writeMail(sendId, { from: email, to })
    return { provider, mail, sent: okay(await provider.send(mail, NEVER)) }
  }

  it('stores the Message-ID that Gmail assigned', async () => {
    const { mail, sent } = await sendOne('ids@example.com', 'ids-1', 'ids@example.net')
    expect(sent.messageId).toMatch(/^<CA[\w-]+@mail\.gmail\.com>$/)
    const [seen] = await google.people.list({ to: 'ids@example.net' })
    expect(seen!.headers['Message-ID']).toBe(sent.messageId)
    expect(mail.messageId).not.toBe(sent.messageId)
  })

  it('counts an accepted message as sent when reading it back fails', async () => {
    const { tokens } = await google.connect('blind@example.com', [
      'openid',
      'email',
      'https://www.googleapis.com/auth/gmail.send',
    ])
    const provider = createGmailProvider({ tokens, oauth: google.config, onTokens: async () => {} })
    const mail = await writeMail('blind-1', { from: 'blind@example.com', to: 'blind@example.net' })
    expect(await provider.send(mail, NEVER)).toMatchObject({ ok: true, messageId: mail.messageId })
    expect(await provider.sync(null, NEVER)).toMatchObject({
      ok: false,
      why: 'auth',
      code: '403 insufficientPermissions',
    })
  })

  it('refreshes an expired token once for concurrent calls and stores it first', async () => {
    const { provider, stored } = await google.openMailbox('expired@example.com')
    google.clock.advance(61 * MINUTE)
    const results = await Promise.all([1, 2, 3].map(() => provider.aliases(NEVER)))
    expect(results.every(({ ok }) => ok)).toBe(true)
    expect(stored).toHaveLength(1)
    expect(stored[0]!.refreshToken).toMatch(/^1\/\//)
    okay(
      await provider.send(
        await writeMail('expired-1', { from: 'expired@example.com', to: 'e@example.net' }),
        NEVER,
      ),
    )
    expect(stored).toHaveLength(1)
  })

  it('does not use a token that was not stored', async () => {
    const onTokens = () => Promise.reject(new Error('the database is away'))
    const { provider } = await google.openMailbox('unstored@example.com', { onTokens })
    google.clock.advance(61 * MINUTE)
    expect(await provider.aliases(NEVER)).toMatchObject({ ok: false, why: 'retry' })
  })

  it('refreshes the token before it expires by the machine’s clock', async () => {
    const { tokens } = await google.connect('early@example.com')
    const renewed: unknown[] = []
    const provider = createGmailProvider({
      tokens: { ...tokens, accessToken: 'worn out', expiresAt: new Date(0) },
      oauth: google.config,
      onTokens: async (next) => {
        renewed.push(next)
      },
    })
    okay(await provider.aliases(NEVER))
    expect(renewed).toHaveLength(1)
  })

  it('reports a revoked grant as "auth" for sending and reading', async () => {
    const { provider, tokens } = await google.openMailbox('revoked@example.com')
    okay(await google.oauth.revoke(tokens.accessToken))
    const mail = await writeMail('revoked-1', { from: 'revoked@example.com', to: 'r@example.net' })
    const failure = { ok: false, why: 'auth', detail: 'invalid_grant: Token has been expired or revoked.' }
    expect(await provider.send(mail, NEVER)).toMatchObject(failure)
    expect(await provider.sync(null, NEVER)).toMatchObject(failure)
    expect(await google.people.list({ to: 'r@example.net' })).toEqual([])
  })

  it('the invalidGrant fault ends the grant until the account reconnects', async () => {
    const { provider } = await google.openMailbox('ended@example.com')
    await google.faults.add({ service: 'gmail', kind: 'invalidGrant', times: 1 })
    expect(await provider.aliases(NEVER)).toMatchObject({ ok: false, why: 'auth' })
    expect(await provider.aliases(NEVER)).toMatchObject({ ok: false, why: 'auth' })
    const again = await google.openMailbox('ended@example.com')
    expect(await again.provider.aliases(NEVER)).toMatchObject({ ok: true })
  })

  it('reports the daily sending cap as one of the sender, with its reset time', async () => {
    const { provider } = await google.openMailbox('capped@example.com')
    const send = async (id: string) =>
      provider.send(await writeMail(id, { from: 'capped@example.com', to: 'c@example.net' }), NEVER)
    const started = await google.clock.now()
    okay(await send('cap-1'))
    google.clock.advance(60 * MINUTE)
    okay(await send('cap-2'))
    const retryAt = new Date(started.getTime() + DAY)
    expect(await send('cap-3')).toMatchObject({
      ok: false,
      why: 'sender',
      period: 'day',
      retryAt,
      code: '429 rateLimitExceeded',
    })
    google.clock.set(retryAt)
    okay(await send('cap-3'))
  })

  it('reports the per-user rate limit as one of the sender, with the time in its message', async () => {
    const { provider } = await google.openMailbox('fast@example.com')
    const { provider: other } = await google.openMailbox('slow@example.com')
    const now = await google.clock.now()
    let sent = 0
    for (;;) {
      const result = await provider.send(
        await writeMail(`fast-${sent}`, { from: 'fast@example.com', to: 'q@example.net' }),
        NEVER,
      )
      if (!result.ok) {
        const retryAt = new Date(now.getTime() + MINUTE)
        expect(result).toMatchObject({ why: 'sender', code: '403 userRateLimitExceeded', retryAt })
        break
      }
      sent += 1
    }
    expect(sent).toBe(50) // 6,000 units at 100 for the send and 20 for reading its id
    expect(await other.aliases(NEVER)).toMatchObject({ ok: true })
    google.clock.advance(MINUTE)
    expect(await provider.aliases(NEVER)).toMatchObject({ ok: true })
  })

  it('sends without a thread that this mailbox does not have', async () => {
    const { sent } = await sendOne('here@example.com', 'here-1', 'h@example.net')
    const { provider } = await google.openMailbox('there@example.com')
    const mail = await writeMail('there-1', {
      from: 'there@example.com',
      to: 'h@example.net',
      threadId: sent.threadId,
    })
    const second = okay(await provider.send(mail, NEVER))
    expect(second.threadId).not.toBe(sent.threadId)
    expect(await google.people.list({ to: 'h@example.net' })).toHaveLength(2)
  })

  it('starts a new thread for a follow-up with another subject', async () => {
    const { provider, sent } = await sendOne('topic@example.com', 'topic-1', 'topic@example.net')
    const mail = await writeMail('topic-2', {
      from: 'topic@example.com',
      to: 'topic@example.net',
      subject: 'Something else',
      inReplyTo: sent.messageId,
      references: [sent.messageId],
      threadId: sent.threadId,
    })
    expect(okay(await provider.send(mail, NEVER)).threadId).not.toBe(sent.threadId)
  })

  it('sends from a verified alias, never from a pending one', async () => {
    const { provider } = await google.openMailbox('ann.lee@example.com')
    const { aliases } = okay(await provider.aliases(NEVER))
    expect(aliases).toEqual([
      {
        sendAsEmail: 'ann.lee@example.com',
        displayName: '',
        signature: '',
        isPrimary: true,
        isDefault: true,
        verificationStatus: 'accepted',
      },
      expect.objectContaining({ sendAsEmail: 'ann.lee.team@example.com', verificationStatus: 'accepted' }),
      expect.objectContaining({ sendAsEmail: 'ann.lee.sales@example.com', verificationStatus: 'pending' }),
    ])
    for (const [index, { sendAsEmail }] of aliases.entries()) {
      await provider.send(
        await writeMail(`alias-${index}`, { from: sendAsEmail, to: 'alias@example.net' }),
        NEVER,
      )
    }
    const seen = await google.people.list({ to: 'alias@example.net' })
    expect(seen.map(({ from }) => from)).toEqual([
      'ann.lee@example.com',
      'ann.lee.team@example.com',
      'ann.lee@example.com',
    ])
  })

  it('delivers a reply to an alias to its account', async () => {
    const { provider } = await google.openMailbox('owner@example.com')
    const { cursor } = okay(await provider.sync(null, NEVER))
    await provider.send(
      await writeMail('owner-1', { from: 'owner.team@example.com', to: 'o@example.net' }),
      NEVER,
    )
    await google.people.reply((await google.people.list({ to: 'o@example.net' }))[0]!.id, { text: 'Hi' })
    expect((await syncAll(provider, cursor)).messages).toHaveLength(1)
  })

  it('delivers between accounts but reads no message to oneself', async () => {
    const { provider: left } = await google.openMailbox('left@example.com')
    const { provider: right } = await google.openMailbox('right@example.com')
    const cursors = [
      okay(await left.sync(null, NEVER)).cursor,
      okay(await right.sync(null, NEVER)).cursor,
    ] as const
    okay(
      await left.send(
        await writeMail('cross-1', { from: 'left@example.com', to: 'right@example.com' }),
        NEVER,
      ),
    )
    okay(
      await left.send(await writeMail('self-1', { from: 'left@example.com', to: 'left@example.com' }), NEVER),
    )
    expect((await syncAll(left, cursors[0])).messages).toEqual([])
    expect((await syncAll(right, cursors[1])).messages).toHaveLength(1)
  })
})

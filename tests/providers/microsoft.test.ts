import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sandboxMicrosoftDrafts } from '#drizzle/schema/sandbox'
import { readCursor, writeCursor } from '~/providers/mail/microsoft/cursor'
import { graphFailure } from '~/providers/mail/microsoft/failure'
import { retryTime } from '~/providers/microsoft/call'
import { microsoftHosts } from '~/providers/microsoft/hosts'
import { missingMicrosoftScopes } from '~/providers/microsoft/scopes'
import { createPkce } from '~/providers/net/oauth'
import { NEVER, okay, sendIdOfMail, syncAll, writeMail } from './support/mail'
import { startMicrosoft, type TestMicrosoft } from './support/microsoft'

let microsoft: TestMicrosoft
beforeAll(async () => {
  microsoft = await startMicrosoft()
})
afterAll(() => microsoft?.close())

const DAY = 86_400_000
const sentTo = (to: string) => microsoft.people.list({ to })
/** Drafts that were neither sent nor removed. */
async function openDrafts(owner: string): Promise<number> {
  const rows = await microsoft.db.select().from(sandboxMicrosoftDrafts)
  return rows.filter((row) => row.owner === owner && row.entryId === null && !row.isDeleted).length
}
const fault = (kind: Parameters<TestMicrosoft['faults']['add']>[0]['kind'], times = 1) =>
  microsoft.faults.add({ service: 'microsoft', kind, times })

describe('an email is a draft first', () => {
  test('whose id is told before it leaves, and stays when it is sent', async () => {
    const { provider } = await microsoft.openMailbox('told@org.example')
    const mail = await writeMail('told-1', { from: 'told@org.example', to: 'told@people.example' })
    const told: string[] = []
    const sent = okay(
      await provider.send(mail, NEVER, {
        async onPrepared(id) {
          told.push(id)
          expect(await sentTo('told@people.example')).toEqual([])
        },
      }),
    )
    expect(told).toEqual([sent.providerId])
    expect(await provider.findSent('unknown', 'told@people.example', NEVER, sent.providerId)).toEqual(sent)
  })

  test('that is removed if its id cannot be stored', async () => {
    const { provider } = await microsoft.openMailbox('unstored@org.example')
    const mail = await writeMail('unstored-1', { from: 'unstored@org.example', to: 'u@people.example' })
    const onPrepared = () => Promise.reject(new Error('the database is away'))
    expect(await provider.send(mail, NEVER, { onPrepared })).toMatchObject({
      ...{ ok: false, why: 'retry' },
      detail: 'The draft could not be stored: the database is away',
    })
    expect(await sentTo('u@people.example')).toEqual([])
    expect(await openDrafts('unstored@org.example')).toBe(0)
  })

  test.each([
    ['with its id stored', true],
    ['before its id was stored', false],
  ])('that proves that nothing was sent if the process died %s', async (name, isStored) => {
    const from = `${name.split(' ')[0]}@org.example`
    const to = `${name.split(' ')[0]}@people.example`
    const { provider } = await microsoft.openMailbox(from)
    let stored = ''
    const died = new Promise<void>((resolve) => {
      void writeMail('died-1', { from, to }).then((mail) =>
        provider.send(mail, NEVER, {
          onPrepared(id) {
            if (isStored) stored = id
            resolve()
            return new Promise(() => {})
          },
        }),
      )
    })
    await died
    expect(await openDrafts(from)).toBe(1)
    const found = await provider.findSent(sendIdOfMail('died-1'), to, NEVER, stored || null)
    expect(found).toEqual({ ok: true, providerId: null, isUnsent: true })
    expect(await openDrafts(from)).toBe(0)
    expect(await sentTo(to)).toEqual([])
  })

  test('that tells of an email that left without a response', async () => {
    const { provider } = await microsoft.openMailbox('left@org.example')
    const mail = await writeMail('left-1', { from: 'left@org.example', to: 'left@people.example' })
    let stored = ''
    const onPrepared = async (id: string) => {
      stored = id
    }
    await fault('acceptThenDrop')
    expect(await provider.send(mail, NEVER, { onPrepared })).toMatchObject({ ok: false, why: 'unknown' })
    const [seen] = await sentTo('left@people.example')
    expect(
      await provider.findSent(sendIdOfMail('left-1'), 'left@people.example', NEVER, stored),
    ).toMatchObject({ ok: true, providerId: stored, messageId: seen!.headers['Message-ID'] })
  })

  test('that is removed if Microsoft refuses to send it', async () => {
    const { provider } = await microsoft.openMailbox('foreign@org.example')
    const mail = await writeMail('foreign-1', { from: 'else@other.example', to: 'foreign@people.example' })
    expect(await provider.send(mail, NEVER)).toMatchObject({ ok: false, why: 'sender', because: 'identity' })
    expect(await openDrafts('foreign@org.example')).toBe(0)
  })
})

test('an alias of the account may be sent from, and its replies arrive', async () => {
  const { provider } = await microsoft.openMailbox('lee@org.example')
  const { aliases } = okay(await provider.aliases(NEVER))
  expect(aliases.map(({ sendAsEmail, isPrimary }) => [sendAsEmail, isPrimary])).toEqual([
    ['lee@org.example', true],
    ['lee.team@org.example', false],
  ])
  const { cursor } = okay(await provider.sync(null, NEVER))
  const mail = await writeMail('alias-1', { from: 'lee.team@org.example', to: 'alias@people.example' })
  okay(await provider.send(mail, NEVER))
  const [seen] = await sentTo('alias@people.example')
  expect(seen!.from).toBe('lee.team@org.example')
  await microsoft.people.reply(seen!.id, { text: 'Yes' })
  expect((await syncAll(provider, cursor)).messages).toHaveLength(1)
})

test('a personal account has its own address only', async () => {
  const { provider } = await microsoft.openMailbox('ann@outlook.com')
  expect(okay(await provider.aliases(NEVER)).aliases).toMatchObject([{ sendAsEmail: 'ann@outlook.com' }])
})

describe('reading', () => {
  /** A mailbox with a reply that was read, and one that was not. */
  async function readOnce(name: string) {
    const [from, to] = [`${name}@org.example`, `${name}@people.example`]
    const { provider } = await microsoft.openMailbox(from)
    const { cursor } = okay(await provider.sync(null, NEVER))
    okay(await provider.send(await writeMail(`${name}-1`, { from, to }), NEVER))
    const { id } = (await sentTo(to))[0]!
    microsoft.clock.advance(60_000)
    await microsoft.people.reply(id, { text: 'First' })
    const first = await syncAll(provider, cursor)
    microsoft.clock.advance(60_000)
    await microsoft.people.reply(id, { text: 'Second' })
    return { provider, first, id }
  }

  test('goes on after a lost position, without a gap', async () => {
    const { provider, first } = await readOnce('lost')
    await fault('deltaExpired', 4)
    const { messages, cursor } = await syncAll(provider, first.cursor)
    const ids = messages.map(({ providerId }) => providerId)
    // What is read again has the id that is known already.
    expect(ids).toHaveLength(2)
    expect(ids).toContain(first.messages[0]!.providerId)
    expect((await syncAll(provider, cursor)).messages).toEqual([])
  })

  test('after a lost position in the middle of many pages loses nothing', async () => {
    const { provider, first, id } = await readOnce('pages')
    for (let n = 0; n < 60; n += 1) await microsoft.people.reply(id, { text: `answer ${n}` })
    const page = okay(await provider.sync(first.cursor, NEVER))
    expect(page.more).toBe(true)
    const cursor = readCursor(page.cursor)!
    // A position that Microsoft no longer knows.
    cursor.inbox.link = `${microsoft.base}/v1.0/me/mailFolders/inbox/messages/delta?$skiptoken=gone`
    const rest = await syncAll(provider, writeCursor(cursor))
    const ids = new Set([...page.messages, ...rest.messages].map(({ providerId }) => providerId))
    expect(ids.size).toBeGreaterThanOrEqual(61)
  })

  test('never goes back before the mailbox was connected', async () => {
    const to = 'before@people.example'
    const { provider } = await microsoft.openMailbox('before@org.example')
    okay(await provider.send(await writeMail('before-1', { from: 'before@org.example', to }), NEVER))
    await microsoft.people.reply((await sentTo(to))[0]!.id, { text: 'Before' })
    microsoft.clock.advance(60_000)
    const { cursor } = okay(await provider.sync(null, NEVER))
    await fault('deltaExpired', 4)
    expect((await syncAll(provider, cursor)).messages).toEqual([])
  })

  test('follows no address outside of Graph, and starts over from an unreadable position', async () => {
    const { provider, first } = await readOnce('away')
    const cursor = readCursor(first.cursor)!
    cursor.inbox.link = 'http://127.0.0.1:9/stolen'
    expect((await syncAll(provider, writeCursor(cursor))).messages).toHaveLength(2)
    expect((await syncAll(provider, 'nonsense')).messages.length).toBeGreaterThanOrEqual(2)
    microsoft.clock.advance(8 * DAY)
    expect((await syncAll(provider, 'nonsense')).messages).toEqual([])
  })
})

describe('limits', () => {
  test('the emails that it takes at once stay within four requests at a time', async () => {
    const { provider } = await microsoft.openMailbox('many@org.example')
    const { cursor } = okay(await provider.sync(null, NEVER))
    const all = await Promise.all([
      ...Array.from({ length: provider.atOnce }, async (_, n) =>
        provider.send(
          await writeMail(`many-${n}`, { from: 'many@org.example', to: 'm@people.example' }),
          NEVER,
        ),
      ),
      provider.sync(cursor, NEVER),
    ])
    expect(all.map(({ ok }) => ok)).toEqual(all.map(() => true))
  })

  test('a refusal with a time is kept with its time', async () => {
    const { provider } = await microsoft.openMailbox('busy@org.example')
    const mail = await writeMail('busy-1', { from: 'busy@org.example', to: 'busy@people.example' })
    await fault('http429')
    const refused = await provider.send(mail, NEVER)
    expect(refused).toMatchObject({ ok: false, why: 'sender' })
    // In Microsoft’s own time.
    const now = (await microsoft.clock.now()).getTime()
    expect((refused as { retryAt: Date }).retryAt.getTime()).toBe(now + 5_000)
  })
})

describe('tokens', () => {
  test('that have expired are renewed once for calls at the same time', async () => {
    const { provider, stored } = await microsoft.openMailbox('old@org.example')
    microsoft.clock.advance(2 * 3_600_000)
    const results = await Promise.all([1, 2, 3].map(() => provider.aliases(NEVER)))
    expect(results.map(({ ok }) => ok)).toEqual([true, true, true])
    expect(stored).toHaveLength(2)
    expect(stored[1]!.refreshToken).not.toBe(stored[0]!.refreshToken)
  })

  test('are exchanged only with the verifier of their code, once, and with the secret', async () => {
    const { oauth, config, base } = microsoft
    const url = oauth.authorizeUrl({ state: 'a state', codeChallenge: 'a'.repeat(43) })
    const back = await microsoft.consent(url, { email: 'code@org.example' })
    expect(back.searchParams.get('state')).toBe('a state')
    const code = back.searchParams.get('code')!
    expect(await oauth.exchangeCode({ code, codeVerifier: 'another' })).toMatchObject({
      ...{ ok: false, why: 'auth', code: '400 invalid_grant' },
      detail: 'invalid_grant: AADSTS501481: The Code_Verifier does not match the code_challenge.',
    })
    expect(await oauth.refresh('unknown')).toMatchObject({ ok: false, why: 'auth' })
    const { createMicrosoftOAuth } = await import('~/providers/microsoft/oauth')
    const stranger = createMicrosoftOAuth({ ...config, clientSecret: 'guessed' })
    expect(await stranger.refresh('unknown')).toMatchObject({ why: 'auth', code: '401 invalid_client' })
    const away = createMicrosoftOAuth({ ...config, tokenBaseUrl: 'http://127.0.0.1:9' })
    expect(await away.refresh('unknown')).toMatchObject({ ok: false, why: 'retry' })
    expect(oauth.adminConsentUrl()).toContain(`${base}/organizations/adminconsent?client_id=`)
  })

  test.each([
    ['code@org.example', 'org.example'],
    ['code@outlook.com', null],
  ])('say which organization an account belongs to: %s', async (email, organization) => {
    const { verifier, challenge } = createPkce()
    const url = microsoft.oauth.authorizeUrl({ state: 'a state', codeChallenge: challenge })
    const code = (await microsoft.consent(url, { email })).searchParams.get('code')!
    const granted = okay(await microsoft.oauth.exchangeCode({ code, codeVerifier: verifier }))
    expect(granted.user).toMatchObject({ email, organization })
  })
})

describe('words and addresses', () => {
  const reply = (status: number, code: string, headers = {}) =>
    ({
      ...{ status, headers: new Headers(headers), bytes: Buffer.alloc(0) },
      body: { error: { code, message: 'Words' } },
    }) as const

  test.each([
    [429, 'ApplicationThrottled', 'read', 'retry'],
    [429, 'ApplicationThrottled', 'send', 'retry'],
    [503, 'ServiceUnavailable', 'read', 'retry'],
    [503, 'ServiceUnavailable', 'send', 'unknown'],
    [504, 'GatewayTimeout', 'draft', 'unknown'],
    [401, 'InvalidAuthenticationToken', 'read', 'auth'],
    [403, 'ErrorAccessDenied', 'send', 'auth'],
    [404, 'MailboxNotEnabledForRESTAPI', 'read', 'auth'],
    [503, 'ErrorMailboxMoveInProgress', 'read', 'retry'],
    [403, 'ErrorExceededMessageLimit', 'send', 'sender'],
    [400, 'ErrorInvalidRecipients', 'send', 'refused'],
    [413, 'ErrorMessageSizeExceeded', 'draft', 'refused'],
  ] as const)('%i %s while it calls to %s means %s', (status, code, kind, why) => {
    expect(graphFailure(reply(status, code), kind)).toMatchObject({ ok: false, why, detail: 'Words' })
  })

  test('a time to try again is read as seconds or as a date', () => {
    const date = 'Thu, 01 Jan 1970 00:00:00 GMT'
    const at = (written: string) => retryTime(new Headers({ date, 'retry-after': written }))?.getTime()
    expect([at('120'), at('Thu, 01 Jan 1970 00:05:00 GMT'), at('soon'), at('')]).toEqual([
      120_000,
      300_000,
      undefined,
      undefined,
    ])
    expect(retryTime(new Headers({ 'retry-after': '120' }))).toBeUndefined()
    const held = graphFailure(reply(503, 'ServiceUnavailable', { date, 'retry-after': '60' }), 'draft')
    expect(held).toMatchObject({ why: 'sender', retryAt: expect.any(Date) })
  })

  test('scopes are compared without Graph’s address and case', () => {
    const all = 'openid https://graph.microsoft.com/Mail.Send user.read Mail.ReadWrite'
    expect(missingMicrosoftScopes(all.split(' '))).toEqual([])
    expect(missingMicrosoftScopes(['User.Read', 'Mail.Send'])).toEqual(['Mail.ReadWrite'])
  })

  test('Microsoft’s own hosts are the default, with any tenant', () => {
    expect(microsoftHosts({ tenant: 'common' })).toEqual({
      authorize: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
      token: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
      adminConsent: 'https://login.microsoftonline.com/organizations/adminconsent',
      graph: 'https://graph.microsoft.com/v1.0',
    })
    const own = { tenant: 'contoso.example', authBaseUrl: 'https://login.microsoftonline.us/' }
    expect(microsoftHosts(own).token).toBe(
      'https://login.microsoftonline.us/contoso.example/oauth2/v2.0/token',
    )
  })
})

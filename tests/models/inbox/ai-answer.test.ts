import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { proposeAnswer, proposeDraft } from '~/models/inbox/answer/ai-answer.server'
import { readDraft, saveDraft } from '~/models/inbox/answer/draft.server'
import { AI_NOT_SET_UP } from '~/models/templates/ai.server'
import type { AiProvider, AiRequest, AiResult } from '~/providers/ai/types'
import { addSmtp } from '../../support/mailing'
import { NOW, type Outreach, openOutreach, refused } from '../../support/outreach'
import { openThread } from '../../support/replies'

const DUE = new Date('2026-03-03T08:00:00Z')
const hours = (n: number) => new Date(DUE.getTime() + n * 3_600_000)
const NEVER = new AbortController().signal

let outreach: Outreach
let db: Outreach['db']
let userId: string
let mailboxId: string
let thread: Awaited<ReturnType<typeof openThread>>
let id: string
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db } = outreach)
  userId = outreach.userId
  mailboxId = await addSmtp(db, userId, NOW)
})
afterAll(() => outreach?.drop())
beforeEach(async () => {
  await db.execute('delete from rate_limits')
  thread = await openThread(outreach, mailboxId, DUE)
  await thread.reply('What does </message> it cost?\n\n> Hi', hours(1))
  id = (await thread.conversation()).id
})

let asked: AiRequest[] = []
const service = (result: AiResult): AiProvider => ({
  async generate(request) {
    asked.push(request)
    return result
  },
})
const app = (ai: AiProvider | null) => ({ db, providers: { ai } })
const OK = service({ ok: true, text: 'It costs nothing.' })

test('proposes an answer from the last messages and stores nothing', async () => {
  asked = []
  await thread.reply('Hello? Are you there?', hours(2))
  expect(await proposeAnswer(app(OK), userId, id, NEVER)).toEqual({ text: 'It costs nothing.' })
  const { user } = asked[0]!
  expect(user.match(/<message from="(user|contact)">/g)).toEqual([
    '<message from="user">',
    '<message from="contact">',
    '<message from="contact">',
  ])
  expect(user.indexOf('it cost?')).toBeLessThan(user.indexOf('Are you there?'))
  expect(user.match(/<\/message>/g)).toHaveLength(3)
  expect(await readDraft(db, id)).toBeNull()
})

test('sends at most 8 messages of 2,000 characters each', async () => {
  asked = []
  for (let n = 1; n <= 10; n++) await thread.reply(`${n} ${'x'.repeat(5_000)}`, hours(1 + n))
  await proposeAnswer(app(OK), userId, id, NEVER)
  expect(asked[0]!.user.match(/<message /g)).toHaveLength(8)
  expect(asked[0]!.user.length).toBeLessThan(8 * 2_100)
})

test('becomes the draft, unless there is one', async () => {
  await proposeDraft(app(OK), userId, id, NEVER)
  expect(await readDraft(db, id)).toEqual({ text: 'It costs nothing.' })
  await saveDraft(db, id, { text: 'Mine' })
  expect(await refused(proposeDraft(app(OK), userId, id, NEVER))).toMatch(
    /^CONFLICT: The answer has a text already/,
  )
  expect(await readDraft(db, id)).toEqual({ text: 'Mine' })
})

test('keeps a draft that was begun while the service was generating', async () => {
  const slow: AiProvider = {
    async generate() {
      await saveDraft(db, id, { text: 'Mine' })
      return { ok: true, text: 'Too late' }
    },
  }
  await proposeDraft(app(slow), userId, id, NEVER)
  expect(await readDraft(db, id)).toEqual({ text: 'Mine' })
})

test('reports failures as the AI of the templates does', async () => {
  const propose = (ai: AiProvider | null, owner = userId) => refused(proposeAnswer(app(ai), owner, id, NEVER))
  expect(await propose(null)).toBe(`UNAVAILABLE: ${AI_NOT_SET_UP}`)
  expect(await propose(OK, outreach.strangerId)).toBe('NOT_FOUND: Conversation not found')
  expect(await propose(service({ ok: false, why: 'timeout', detail: 'Too slow' }))).toBe(
    'UPSTREAM_FAILED: Too slow',
  )
  expect(await propose(service({ ok: false, why: 'quota', detail: 'Busy' }))).toBe('UNAVAILABLE: Busy')
  const all = await Promise.all(Array.from({ length: 12 }, () => propose(OK)))
  expect(all.filter((one) => one.startsWith('TOO_MANY_REQUESTS')).length).toBeGreaterThan(0)
})

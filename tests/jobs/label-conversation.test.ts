import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { App } from '~/app'
import { runLabelConversation } from '~/jobs/tasks/label-conversation.server'
import { changeConversation } from '~/models/inbox/change.server'
import { saveInboxSettings } from '~/models/inbox/settings.server'
import type { AiResult } from '~/providers/ai/types'
import { createTestApp } from '../support/app'
import { addSmtp } from '../support/mailing'
import { NOW, type Outreach, openOutreach } from '../support/outreach'
import { openThread } from '../support/replies'

const DUE = new Date('2026-03-03T08:00:00Z')
const hours = (n: number) => new Date(DUE.getTime() + n * 3_600_000)

let outreach: Outreach
let app: App
let mailboxId: string
let thread: Awaited<ReturnType<typeof openThread>>
let results: AiResult[]
let asked: number
beforeAll(async () => {
  outreach = await openOutreach()
  const made = await createTestApp({ url: outreach.url })
  const generate = async () => {
    asked += 1
    return results.shift() ?? ({ ok: true, text: 'Interested' } as const)
  }
  app = { ...made, providers: { ...made.providers, ai: { generate } } }
  mailboxId = await addSmtp(outreach.db, outreach.userId, NOW)
  await saveInboxSettings(outreach.db, outreach.userId, { aiLabels: true }, NOW)
})
afterAll(async () => {
  await app?.close()
  await outreach?.drop()
})
beforeEach(async () => {
  results = []
  asked = 0
  thread = await openThread(outreach, mailboxId, DUE)
})

const run = async (more: Partial<App> = {}) => {
  const { id } = await thread.conversation()
  const context = { app: { ...app, ...more }, worker: 'a worker', signal: new AbortController().signal }
  await runLabelConversation({ userId: outreach.userId, conversationId: id }, context)
}
const failed = (why: 'quota' | 'auth') => ({ ok: false, why, detail: '' }) as const

test('labels a reply after the worker took its job', async () => {
  await thread.reply('Our board meets soon', hours(1))
  await app.workOnce()
  expect(asked).toBe(1)
  expect(await thread.conversation()).toMatchObject({ label: 'Interested', labelSource: 'ai' })
  await run()
  expect(asked).toBe(1)
})

test('keeps the label that the user chose before the job ran', async () => {
  await thread.reply('Our board meets soon', hours(1))
  const { id } = await thread.conversation()
  await changeConversation(outreach.db, outreach.userId, id, { label: 'Not now' }, NOW)
  await app.workOnce()
  expect(asked).toBe(0)
  expect(await thread.conversation()).toMatchObject({ label: 'Not now', labelSource: 'user' })
})

test('retries what may pass, and gives up on what does not', async () => {
  await thread.reply('Our board meets soon', hours(1))
  results = [failed('quota'), failed('auth')]
  await expect(run()).rejects.toThrow('quota')
  await run()
  expect((await thread.conversation()).label).toBeNull()
  await run()
  expect((await thread.conversation()).label).toBe('Interested')
})

test('does nothing once no AI service is configured', async () => {
  await thread.reply('Our board meets soon', hours(1))
  await run({ providers: { ...app.providers, ai: null } })
  expect((await thread.conversation()).label).toBeNull()
})

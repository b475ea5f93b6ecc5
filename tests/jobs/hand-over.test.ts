import { expect, test } from 'vitest'
import { handOver } from '~/jobs/sending/hand-over.server'
import type { MailProvider } from '~/providers/mail/types'

const NOW = new Date('2026-03-02T09:00:00Z')
const sendId = '00000000-0000-4000-8000-000000000001'
const content = {
  envelope: {
    sendId,
    mailboxId: sendId,
    from: { name: '', address: 'me@sender.example' },
    to: { name: '', address: 'ann@people.example' },
    unsubscribeUrl: null,
    unsubscribeMail: null,
    ...{ moreTo: [], cc: [], bcc: [] },
    references: [],
    threadId: null,
    hasFiles: true,
  },
  prepared: {
    sendId,
    mail: { subject: 'Hello', html: '', text: 'Hello' },
    messageId: '<1@sender.example>',
    threadId: null,
  },
}

test('an answer whose files cannot be read is tried again, and nothing is handed over', async () => {
  let handed = 0
  const provider = {
    send: async () => {
      handed += 1
      return { ok: true, providerId: '1', messageId: '' }
    },
  }
  const away = () => Promise.reject(new Error('the database is away'))
  const outcome = await handOver(
    provider as unknown as MailProvider,
    content,
    NOW,
    new AbortController().signal,
    away,
    async () => {},
  )
  expect(outcome.result).toMatchObject({ ok: false, why: 'retry', detail: 'the database is away' })
  expect(handed).toBe(0)
})

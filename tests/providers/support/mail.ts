import { createHash } from 'node:crypto'
import { composeMail, type MailParts } from '~/providers/mail/message/compose'
import type { OutgoingMail, SyncPage } from '~/providers/mail/types'

export type MailOptions = Partial<Omit<MailParts, 'from' | 'to'>> & {
  from: string
  to: string
  threadId?: string
}

/** The send id of the message with this name: a UUID, like those of the database. */
export const sendIdOfMail = (name: string): string =>
  createHash('sha256')
    .update(name)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')

/** A message ready to send; `name` must be unique in a test. */
export async function writeMail(name: string, options: MailOptions): Promise<OutgoingMail> {
  const { from, to, threadId, ...parts } = options
  const sendId = sendIdOfMail(name)
  const messageId = `<${name}@${from.split('@')[1]}>`
  const raw = await composeMail({
    sendId,
    messageId,
    date: new Date('2026-03-02T09:00:00Z'),
    from: { name: 'Ann', address: from },
    to: { name: 'Bo', address: to },
    subject: 'Hello',
    text: 'Hello Bo',
    html: '<p>Hello Bo</p>',
    ...parts,
  })
  return { sendId, raw, from, to, messageId, ...(threadId && { threadId }) }
}

/** The success of a result. @throws Error with the failure's text otherwise. */
export function okay<R extends { ok: boolean }>(result: R): Extract<R, { ok: true }> {
  if (!result.ok) throw new Error(`failed: ${JSON.stringify(result)}`)
  return result as Extract<R, { ok: true }>
}

/** All pages from `cursor` on. */
export async function syncAll(
  provider: {
    sync(cursor: string | null, signal: AbortSignal): Promise<SyncPage | { ok: false }>
  },
  cursor: string | null,
) {
  const messages: SyncPage['messages'] = []
  let at = cursor
  for (;;) {
    const page = okay(await provider.sync(at, NEVER))
    messages.push(...page.messages)
    at = page.cursor
    if (!page.more) return { messages, cursor: at }
  }
}

/** A signal that never aborts. */
export const NEVER = new AbortController().signal

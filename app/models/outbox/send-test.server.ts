import type { Clock } from '~/clock.server'
import type { Db } from '~/db.server'
import { AppError, notFound } from '~/errors'
import { type MailboxDeps, openMailbox } from '~/models/mailboxes/open.server'
import { expireMailbox } from '~/models/mailboxes/status.server'
import type { LinkSettings } from '~/models/templates/link-reach.server'
import type { SendTest } from '~/models/templates/template'
import { getTemplate } from '~/models/templates/template.server'
import { composeMail } from '~/providers/mail/message/compose'
import { deadline } from '~/providers/net/deadline'
import { recordOutcomes } from './record.server'
import { startTestSend, type TestContent } from './test-mail.server'

export interface TestEmailDeps extends MailboxDeps {
  db: Db
  clock: Clock
  env: LinkSettings
}

/** Sends a template with sample data to any address, through one of the user's mailboxes. */
export async function sendTestEmail(
  app: TestEmailDeps,
  userId: string,
  templateId: string,
  input: SendTest,
): Promise<void> {
  if (input.templateId && input.templateId !== templateId) notFound('Template not found')
  await sendTestOf(app, userId, await getTemplate(app.db, userId, templateId), input)
}

/** The same with an email that may not be stored yet. @throws AppError CONFLICT without a usable mailbox; UPSTREAM_FAILED */
export async function sendTestOf(
  app: TestEmailDeps,
  userId: string,
  content: TestContent,
  input: SendTest,
): Promise<void> {
  const now = await app.clock.now()
  const mail = await startTestSend(app.db, userId, content, input, now, app.env)
  const provider = await openMailbox(app.db, mail.mailboxId, app)
  try {
    const raw = await composeMail({ ...mail.parts, date: now })
    const result = await provider.send(
      {
        sendId: mail.parts.sendId,
        raw,
        from: mail.parts.from.address,
        to: input.email,
        messageId: mail.parts.messageId,
      },
      deadline(60_000),
    )
    const { sendId, messageId } = mail.parts
    await recordOutcomes(app.db, [{ sendId, messageId, result }], await app.clock.now(), app.secrets)
    if (result.ok) return
    if (result.why === 'auth') await expireMailbox(app.db, mail.mailboxId, result.detail, now)
    throw new AppError('UPSTREAM_FAILED', result.detail)
  } finally {
    await provider.close()
  }
}

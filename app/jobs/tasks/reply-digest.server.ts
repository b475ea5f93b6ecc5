import { renderReplyDigest } from '~/emails/reply-digest'
import type { JobContext } from '~/jobs/queue/context'
import { enqueue } from '~/jobs/queue/enqueue.server'
import {
  claimDigest,
  findDigestReader,
  listDueDigests,
  listUnreadReplies,
} from '~/models/inbox/digest.server'
import { withoutLinks } from '~/models/shared/without-links.server'
import { paths } from '~/paths'

/** Enqueues the digests that are due. Without a mail server they wait. */
export async function runQueueDigests({ app }: Pick<JobContext, 'app'>): Promise<void> {
  if (!app.systemMail.available) return
  for (const userId of await listDueDigests(app.db, await app.clock.now()))
    await enqueue(app.db, 'send-digest', { userId })
}

/** Emails the unread replies of the last day; nothing if there are none. */
export async function runSendDigest({ userId }: { userId: string }, { app }: JobContext): Promise<void> {
  const claim = await claimDigest(app.db, userId, await app.clock.now())
  if (!claim) return
  const { replies, more } = await listUnreadReplies(app.db, userId, claim.since)
  const reader = await findDigestReader(app.db, userId)
  if (replies.length === 0 || !reader) return
  const title = more
    ? `More than ${replies.length} unread replies`
    : replies.length === 1
      ? '1 unread reply'
      : `${replies.length} unread replies`
  const mail = await renderReplyDigest({
    name: reader.fullName,
    title,
    replies: replies.map(({ conversationId, name, subject, snippet }) => ({
      title: withoutLinks(subject ? `${name}: ${subject}` : name),
      text: withoutLinks(snippet),
      url: app.env.appUrl + paths.conversation(conversationId),
    })),
    inboxUrl: app.env.appUrl + paths.inbox(),
    settingsUrl: app.env.appUrl + paths.inboxSettings(),
  })
  await app.systemMail.send({ to: reader.email, subject: title, ...mail })
}

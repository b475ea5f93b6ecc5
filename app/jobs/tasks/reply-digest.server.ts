import { renderReplyDigest } from '~/emails/reply-digest'
import type { JobContext } from '~/jobs/queue/context'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { countTasks, listTasks } from '~/models/contacts/tasks/tasks.server'
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

/** The maximum number of tasks of one digest. */
const MAX_TASKS = 20

const countOf = (n: number, one: string, many: string) => (n === 0 ? [] : [`${n} ${n === 1 ? one : many}`])

/** Emails the unread replies of the last day and the tasks that are due; nothing if there are none. */
export async function runSendDigest({ userId }: { userId: string }, { app }: JobContext): Promise<void> {
  const claim = await claimDigest(app.db, userId, await app.clock.now())
  if (!claim) return
  const { replies, more } = await listUnreadReplies(app.db, userId, claim.since)
  const reader = await findDigestReader(app.db, userId)
  const due = { done: false, dueUntil: claim.day, limit: MAX_TASKS }
  const tasks = (await listTasks(app.db, userId, due)).rows
  if ((replies.length === 0 && tasks.length === 0) || !reader) return
  const title = [
    ...(more
      ? [`More than ${replies.length} unread replies`]
      : countOf(replies.length, 'unread reply', 'unread replies')),
    ...countOf(await countTasks(app.db, userId, due), 'task', 'tasks'),
  ].join(', ')
  const mail = await renderReplyDigest({
    name: reader.fullName,
    title,
    replies: replies.map(({ conversationId, name, subject, snippet }) => ({
      title: withoutLinks(subject ? `${name}: ${subject}` : name),
      text: withoutLinks(snippet),
      url: app.env.appUrl + paths.conversation(conversationId),
    })),
    tasks: tasks.map(({ contactId, contactName, title, dueOn }) => ({
      title: withoutLinks(title),
      text: withoutLinks(dueOn === claim.day ? contactName : `${contactName}, since ${dueOn}`),
      url: app.env.appUrl + paths.contact(contactId),
    })),
    inboxUrl: app.env.appUrl + paths.inbox(),
    settingsUrl: app.env.appUrl + paths.inboxSettings(),
  })
  await app.systemMail.send({ to: reader.email, subject: title, ...mail })
}

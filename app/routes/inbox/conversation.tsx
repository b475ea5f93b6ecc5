import type { MetaFunction } from '@remix-run/node'
import { Outlet, useActionData, useLoaderData } from '@remix-run/react'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { Composer } from '~/components/inbox/answer/composer'
import { ContactPanel } from '~/components/inbox/contact-panel'
import { ConversationHead } from '~/components/inbox/conversation-head'
import { MessageList } from '~/components/inbox/message-list'
import { OptOutQuestion } from '~/components/inbox/opt-out-question'
import { Proposals } from '~/components/inbox/proposals'
import { keepInboxQuery } from '~/components/inbox/view'
import { RouteError } from '~/components/page/error-screen'
import { titleOf } from '~/components/page/meta'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { displayName, displayStatus } from '~/models/contacts/contact'
import { listNotes } from '~/models/contacts/notes.server'
import { AnswerForm } from '~/models/inbox/answer/answer-form'
import { listSavedReplies } from '~/models/inbox/answer/saved-replies.server'
import { listLabels } from '~/models/inbox/labels.server'
import { showConversation } from '~/models/inbox/show.server'
import { tomorrowAt } from '~/models/inbox/snooze'
import { listMailboxes } from '~/models/mailboxes/mailbox.server'
import { aiHostOf } from '~/models/templates/ai.server'
import { paths } from '~/paths'
import { answer } from './answer.server'

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  titleOf(data?.conversation.subject || 'Conversation')

export const loader = page(async ({ app, db, userId, user, params, url }) => {
  const now = await app.clock.now()
  const [shown, labels, mailboxes, replies] = await Promise.all([
    showConversation(db, userId, params.id!, user.timezone, now),
    listLabels(db, userId),
    listMailboxes(db, userId),
    listSavedReplies(db, userId),
  ])
  const { contact, conversation } = shown
  const notes = await listNotes(db, userId, contact.id, user.timezone)
  const mailbox = mailboxes.find(({ id }) => id === conversation.mailboxId)
  return {
    ...shown,
    contact: {
      id: contact.id,
      name: displayName(contact),
      email: contact.email,
      status: displayStatus(contact),
      bounced: contact.hardBounced,
      work: [contact.title, contact.organizationName].filter(Boolean).join(', '),
      variables: Object.keys(contact.custom),
    },
    mailbox: mailbox ? { email: mailbox.email, status: mailbox.status } : null,
    notes,
    labels: labels.map(({ name, positive }) => ({ name, positive })),
    replies: replies.map(({ id, name }) => ({ id, name })),
    aiHost: aiHostOf(app),
    listQuery: keepInboxQuery(url.search),
    answerId: crypto.randomUUID(),
    later: tomorrowAt('09:00', now, user.timezone),
    timezone: user.timezone,
  }
})

/** The most bytes of the form: more files than an email may have are refused with the text kept. */
const MAX_BYTES = 32 * 1024 * 1024
const FAILED = 'Failed to send the email'

export const action = formAction(AnswerForm, answer, { limit: MAX_BYTES, hide: ['files'], failure: FAILED })

/** With scripts, a failed request shows a toast; what was typed stays. */
export const clientAction = toastOnFailure(FAILED)

/** One conversation: its messages, the answer, and its contact. */
export default function ConversationScreen() {
  const loaded = useLoaderData<typeof loader>()
  const answered = useActionData<typeof action>()
  const { conversation, messages, contact, labels, listQuery, proposal } = loaded
  return (
    <>
      <section
        key={conversation.id}
        aria-label={`Conversation with ${contact.name}`}
        className="@container min-w-0 rounded-lg border border-line bg-surface shadow-card lg:flex lg:h-full lg:flex-col lg:scroll-pb-100 lg:overflow-y-auto lg:overscroll-contain"
      >
        <ConversationHead {...{ conversation, contact, labels, listQuery, proposal }} />
        <div className="grid shrink-0 grow grid-cols-1 @3xl:grid-cols-[minmax(0,1fr)_15rem]">
          <div className="flex min-w-0 flex-col">
            <MessageList conversationId={conversation.id} messages={messages}>
              <OptOutQuestion {...{ conversationId: conversation.id, contact, messages, listQuery }} />
              <Proposals {...{ conversation, contact, proposal, listQuery }} />
            </MessageList>
            <Composer {...loaded} answered={answered} />
          </div>
          <ContactPanel {...loaded} />
        </div>
      </section>
      <Outlet />
    </>
  )
}

/** Shown in place of a conversation that cannot be loaded. */
export const ErrorBoundary = () => (
  <RouteError
    failure="Failed to load the conversation"
    back={{ to: paths.inbox(), label: 'Back to Inbox' }}
  />
)

import { Form } from '@remix-run/react'
import { Button } from '~/components/ui/button'
import type { ShownMessage } from '~/models/inbox/show.server'
import { paths } from '~/paths'

/** The question whether a message asks for no more email, with its words. */
export function OptOutQuestion({
  conversationId,
  contact,
  messages,
  listQuery,
}: {
  conversationId: string
  contact: { name: string }
  messages: ShownMessage[]
  listQuery: string
}) {
  // The answer to one is the answer to all, or the next one follows.
  const message = messages.find(({ asks }) => asks !== null)
  if (!message) return null
  return (
    <section
      aria-label="Unsubscribe?"
      className="rounded-md bg-warning-soft px-3 py-2.5 text-sm ring-1 ring-warning/40 ring-inset"
    >
      <h3 className="font-semibold">Unsubscribe?</h3>
      <p className="mt-0.5 break-words">
        {contact.name} may have asked for no more email: <q>{message.asks}</q>
      </p>
      <p className="mt-0.5 text-muted">Nothing is sent to them by sequences until you decide.</p>
      <Form
        method="post"
        action={paths.decideMessage(conversationId, message.id)}
        preventScrollReset
        className="mt-2 flex flex-wrap gap-2"
      >
        <input type="hidden" name="listQuery" value={listQuery} />
        <Button size="sm" name="decision" value="unsubscribe" data-key="x" title="Unsubscribe (x)">
          Unsubscribe
        </Button>
        <Button size="sm" name="decision" value="keep" data-key="p" title="Keep subscribed (p)">
          Keep
        </Button>
      </Form>
    </section>
  )
}

import { Form } from '@remix-run/react'
import { Button } from '~/components/ui/button'
import type { ShownMessage } from '~/models/inbox/show.server'
import { paths } from '~/paths'

/** Who says what a message is, if it does not say so itself. */
const BY = {
  user: 'You said so.',
  sender: 'You said so of this sender before.',
  evidence: 'It reads so, and it came at once or the same text came before.',
}

/** What kind a received message is, and the button that says otherwise. */
export function MessageKind({
  conversationId,
  message,
  hasKey,
}: {
  conversationId: string
  message: ShownMessage
  /** Whether the shortcut is for this message. */
  hasKey: boolean
}) {
  const { id, direction, kind, kindBy } = message
  if (direction !== 'in' || kind === 'bounce' || kind === 'unproven') return null
  const isReply = kind === 'reply'
  return (
    <Form
      method="post"
      action={paths.decideMessage(conversationId, id)}
      preventScrollReset
      className="mt-2 flex flex-wrap items-center justify-end gap-x-3 gap-y-1"
    >
      {kindBy && (
        <p className="mr-auto text-xs text-muted">
          {isReply ? 'A person’s reply' : 'Automatic'}: {BY[kindBy]}
        </p>
      )}
      <Button
        variant="ghost"
        size="sm"
        name="kind"
        value={isReply ? 'auto_reply' : 'reply'}
        {...(hasKey && { 'data-key': 'a', title: isReply ? 'Automatic answer (a)' : 'Person (a)' })}
      >
        {isReply ? 'This is an automatic answer' : 'This was a person'}
      </Button>
    </Form>
  )
}

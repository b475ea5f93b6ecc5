import { Form } from '@remix-run/react'
import { Address } from '~/components/ui/address'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { Disclosure } from '~/components/ui/disclosure'
import type { ShownRelated } from '~/models/inbox/show.server'
import { paths } from '~/paths'
import { WrittenText } from './written-text'

/** Messages from the contact's company that refer to no email of ours, and so may belong to the conversation. */
export function RelatedMessages({
  conversationId,
  related,
  listQuery,
}: {
  conversationId: string
  related: ShownRelated[]
  listQuery: string
}) {
  if (related.length === 0) return null
  return (
    <section aria-label="Possibly related" className="space-y-2">
      <h3 className="font-semibold">Possibly related</h3>
      <p className="text-muted">From the same company. Not counted unless you add it.</p>
      <ul className="space-y-2">
        {related.map((message, index) => (
          <li key={message.id} className="min-w-0 rounded-md border border-line p-2.5">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
              <span className="min-w-0 break-words">{message.fromName || message.from}</span>
              {message.mayBeForged && <Badge tone="warning">May be forged</Badge>}
            </p>
            {message.fromName && (
              <p className="text-xs text-muted">
                <Address>{message.from}</Address>
              </p>
            )}
            <p className="break-words">{message.subject || '(no subject)'}</p>
            <time dateTime={message.at} className="text-xs text-muted">
              {message.time}
            </time>
            {message.text && (
              <Disclosure summary="Show text">
                <WrittenText text={message.text} />
              </Disclosure>
            )}
            <Form
              method="post"
              action={paths.relatedMessage(conversationId, message.id)}
              preventScrollReset
              className="mt-2 flex flex-wrap gap-2"
            >
              <input type="hidden" name="listQuery" value={listQuery} />
              <Button
                size="sm"
                name="act"
                value="attach"
                {...(index === 0 && { 'data-key': 't', title: 'Add to the conversation (t)' })}
              >
                Add to conversation
              </Button>
              <Button variant="ghost" size="sm" name="act" value="dismiss">
                Dismiss
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  )
}

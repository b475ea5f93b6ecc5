import { Form, Link } from '@remix-run/react'
import { useSubmitting } from '~/components/forms/use-submitting'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import type { ContactHoldReason } from '~/engine/types'
import { HOLD_CHOICES, HOLD_WORDS } from '~/models/contacts/holds/hold-words'
import { paths } from '~/paths'

export interface HoldsCardProps {
  contactId: string
  holds: {
    reason: ContactHoldReason
    /** The day on which it ends by itself. */
    until: string
    detail: string
    conversationId: string | null
  }[]
}

/** What the user has to decide before sequences email a contact again. */
export function HoldsCard({ contactId, holds }: HoldsCardProps) {
  const busy = useSubmitting()
  return (
    <Card title="Emails to this contact wait for you" className="border-warning/40">
      <ul className="space-y-4">
        {holds.map(({ reason, until, detail, conversationId }) => (
          <li key={reason} className="space-y-2">
            <p className="text-sm break-words">
              {HOLD_WORDS[reason].why} The emails go on by themselves on {until}.
            </p>
            {detail && (
              <blockquote className="border-l-2 border-line pl-3 text-sm break-words text-muted">
                {detail}
              </blockquote>
            )}
            <Form
              method="post"
              action={paths.decideHold(contactId, reason)}
              preventScrollReset
              className="flex flex-wrap items-center gap-2"
            >
              {HOLD_CHOICES.map((choice) => (
                <Button key={choice} size="sm" name="choice" value={choice} disabled={busy}>
                  {HOLD_WORDS[reason].labels[choice]}
                </Button>
              ))}
              {conversationId && (
                <Link to={paths.conversation(conversationId)} className="text-sm text-accent-ink underline">
                  Open the message
                </Link>
              )}
            </Form>
          </li>
        ))}
      </ul>
    </Card>
  )
}

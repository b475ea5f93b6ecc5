import { Form, Link } from '@remix-run/react'
import { Button } from '~/components/ui/button'
import type { ShownMessage } from '~/models/inbox/show.server'
import { paths } from '~/paths'

/** What happens with an email of ours that was not simply sent, and what the user can do about it. */
export function DeliveryNote({ conversationId, message }: { conversationId: string; message: ShownMessage }) {
  const { sendId, state, problem, time, seconds } = message
  if (!sendId || state === 'sent' || !state) return null
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line pt-3 text-sm">
      {state === 'scheduled' && (
        <>
          <p className="grow text-muted">
            {problem
              ? `Not sent yet: ${problem} It is tried again at ${time}.`
              : seconds === null
                ? `Waits until ${time}.`
                : seconds > 0
                  ? `Sending in ${seconds} seconds.`
                  : 'Sending soon.'}
          </p>
          <Act {...{ conversationId, sendId }} intent="undo">
            {seconds === null ? 'Do not send' : 'Undo'}
          </Act>
          {seconds === null && (
            <Act {...{ conversationId, sendId }} intent="now">
              Send now
            </Act>
          )}
        </>
      )}
      {state === 'sending' && <p className="text-muted">Being sent.</p>}
      {state === 'uncertain' && (
        <p className="text-warning-ink">
          It is unknown whether this email was sent.{' '}
          <Link to={paths.uncertainSends()} className="font-medium underline underline-offset-2">
            Decide
          </Link>
        </p>
      )}
      {state === 'failed' && (
        <>
          <p className="grow break-words text-danger-ink">
            Not sent: {problem ?? 'the mail server refused it'}.
          </p>
          <Act {...{ conversationId, sendId }} intent="undo">
            Edit and send again
          </Act>
        </>
      )}
    </div>
  )
}

const Act = ({
  conversationId,
  sendId,
  intent,
  children,
}: {
  conversationId: string
  sendId: string
  intent: string
  children: string
}) => (
  <Form method="post" action={paths.waitingAnswer(conversationId, sendId)} preventScrollReset>
    <Button size="sm" name="intent" value={intent}>
      {children}
    </Button>
  </Form>
)

import clsx from 'clsx'
import { Address } from '~/components/ui/address'
import { Badge } from '~/components/ui/badge'
import { Disclosure } from '~/components/ui/disclosure'
import type { ShownMessage } from '~/models/inbox/show.server'
import { DeliveryNote } from './delivery-note'
import { MessageFiles } from './message-files'
import { MessageFrame } from './message-frame'
import { MessageKind } from './message-kind'
import { WrittenText } from './written-text'

/** One message: a line with its sender and first words, and below it the whole text. */
export function MessageItem({
  conversationId,
  message,
  open,
  hasKey,
}: {
  conversationId: string
  message: ShownMessage
  open: boolean
  /** Whether shortcuts are for this message. */
  hasKey: boolean
}) {
  const { id, direction, who, from, to, cc, bcc, subject, text, gesture, quoted, hasHtml, at, time, files } =
    message
  const isOurs = direction === 'out'
  return (
    <details
      open={open}
      className={clsx(
        'group/message rounded-lg border',
        isOurs ? 'ml-4 border-line bg-sunken @lg:ml-10' : 'mr-4 border-line-strong bg-surface @lg:mr-10',
      )}
    >
      <summary className="flex min-h-10 flex-wrap items-center gap-x-2 gap-y-1 rounded-lg px-3.5 py-2 text-sm">
        <span className="max-w-full min-w-0 truncate font-medium">{who}</span>
        <Mark message={message} />
        <span
          className="order-last min-w-0 basis-full truncate text-muted group-open/message:hidden @lg:order-none @lg:grow @lg:basis-0 @lg:group-open/message:invisible @lg:group-open/message:block"
          aria-hidden="true"
        >
          {message.removed ?? (message.isUnreadable ? 'No readable text' : (gesture ?? text).slice(0, 200))}
        </span>
        <time dateTime={at} className="ml-auto shrink-0 text-xs text-muted">
          {time}
        </time>
      </summary>
      <div className="min-w-0 px-3.5 pb-3">
        <p className="mb-2 text-xs text-muted">
          <Address>{from}</Address>
          {to.length > 0 && (
            <>
              {' to '}
              <Address>{to.join(', ')}</Address>
            </>
          )}
          {cc.length > 0 && (
            <>
              , Cc <Address>{cc.join(', ')}</Address>
            </>
          )}
          {bcc.length > 0 && (
            <>
              , Bcc <Address>{bcc.join(', ')}</Address>
            </>
          )}
          {subject && <span className="block break-words">{subject}</span>}
        </p>
        {gesture && <p className="mb-1 font-medium">{gesture}</p>}
        {!message.reaction && <WrittenText text={text} />}
        {message.removed && <p className="text-sm text-muted">{message.removed}</p>}
        {message.isUnreadable && !message.removed && (
          <Unreadable mailbox={message.mailbox} files={files.length > 0} />
        )}
        {quoted && (
          <Disclosure summary="Show quoted text">
            <div className="border-l-2 border-line-strong pl-3 text-muted">
              <WrittenText text={quoted} />
            </div>
          </Disclosure>
        )}
        {hasHtml && (
          <Disclosure summary="Show original">
            <MessageFrame conversationId={conversationId} messageId={id} />
          </Disclosure>
        )}
        <MessageFiles
          conversationId={conversationId}
          messageId={id}
          received={message.sendId === null}
          files={files}
        />
        <MessageKind conversationId={conversationId} message={message} hasKey={hasKey} />
        {isOurs && <DeliveryNote conversationId={conversationId} message={message} />}
      </div>
    </details>
  )
}

/** Says where to read a message that has no readable text: Coldframe does not keep whole messages. */
const Unreadable = ({ mailbox, files }: { mailbox: string | null; files: boolean }) => (
  <p className="text-sm text-muted">
    No readable text: it is encrypted or in a format of its own. Open the original in{' '}
    {mailbox ? <Address>{mailbox}</Address> : 'the mailbox'} with your mail program
    {files && ', or the files below'}.
  </p>
)

/** What kind of message it is, unless a person wrote it. */
function Mark({ message: { kind, stepName, state } }: { message: ShownMessage }) {
  if (kind === 'auto_reply') return <Badge>Automatic reply</Badge>
  if (kind === 'calendar') return <Badge tone="info">Calendar</Badge>
  if (kind === 'reaction') return <Badge>Reaction</Badge>
  if (kind === 'bounce') return <Badge tone="danger">Bounce</Badge>
  if (kind === 'unproven') return <Badge tone="warning">May be forged</Badge>
  if (state === 'scheduled') return <Badge tone="info">Scheduled</Badge>
  if (state === 'sending') return <Badge tone="info">Being sent</Badge>
  if (state === 'failed') return <Badge tone="danger">Failed</Badge>
  if (state === 'uncertain') return <Badge tone="warning">Unknown outcome</Badge>
  return kind === 'sequence' && stepName ? <Badge>{stepName}</Badge> : null
}

import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useSubmitting } from '~/components/forms/use-submitting'
import { Address } from '~/components/ui/address'
import { Badge, type Tone } from '~/components/ui/badge'
import { Button, buttonClass, LinkButton } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { HeartPulse, Pencil, Play, RefreshCw, Star, Unplug } from '~/components/ui/icons'
import { QuotaBar } from '~/components/ui/progress-bar'
import { pausedBecause } from '~/models/mailboxes/problem'
import { MAILBOX_KINDS, type MailboxKindName } from '~/models/shared/mailboxes/kinds'
import { paths } from '~/paths'

export interface MailboxCardProps {
  id: string
  provider: MailboxKindName
  email: string
  status: 'connected' | 'expired' | 'paused' | 'disconnected'
  statusDetail: string | null
  isDefault: boolean
  canRead: boolean
  /** Why it must not send although it is connected. */
  blocked: string | null
  /** Its server takes no more emails for now: when the next one is tried, and what the server said. */
  held: { until: string; said: string } | null
  /** Since when its server has let nobody in, to send or to read. */
  cannotSend: string | null
  cannotRead: string | null
  /** The domain of the organization whose account it is. */
  organization: string | null
  /** Host and port of an SMTP mailbox's servers. */
  smtp: string | null
  imap: string | null
  /** Formatted dates, in the user's time zone. */
  connected: string
  lastUsed: string
  /** How its replies are read; null if they cannot be. */
  reading: { last: string; how: string; folders: string; error: string | null } | null
  used: number
  limit: number
  aliasOptions: { sendAsEmail: string; displayName: string; verificationStatus: string }[]
}

const states: Record<MailboxCardProps['status'], { label: string; tone: Tone }> = {
  connected: { label: 'Connected', tone: 'success' },
  expired: { label: 'Expired', tone: 'warning' },
  paused: { label: 'Paused', tone: 'warning' },
  disconnected: { label: 'Disconnected', tone: 'neutral' },
}

/** What is wrong and how to fix it; the provider's message is shown below. */
function helpOf(box: MailboxCardProps): string | null {
  const { status, statusDetail, provider } = box
  if (status === 'connected') return connectedHelp(box)
  if (status === 'paused')
    return `${pausedBecause(statusDetail ?? '')} Check your contacts, then resume sending.`
  if (status === 'disconnected') return 'Reconnect to send from this account again.'
  const { company } = MAILBOX_KINDS[provider]
  return company
    ? `${company.name} revoked access to this account. Reconnect it to keep sending.`
    : 'The mail server no longer accepts the login. Reconnect it to keep sending.'
}

function connectedHelp({ statusDetail, cannotSend, cannotRead }: MailboxCardProps): string | null {
  if (cannotSend && cannotRead)
    return `Emails cannot be sent since ${cannotSend}, and replies cannot be read. We keep trying.`
  if (cannotSend) return `Emails cannot be sent since ${cannotSend}. They wait, and we keep trying.`
  if (cannotRead) return `Replies and bounces cannot be read since ${cannotRead}. We keep trying.`
  return statusDetail && 'Replies and bounces cannot be read at the moment. We keep trying.'
}

/** One connected mailbox: its status, daily usage, aliases or servers, and actions. */
export function MailboxCard(box: MailboxCardProps) {
  const { label, tone } = states[box.status]
  const help = helpOf(box)
  const { label: kind, company } = MAILBOX_KINDS[box.provider]
  return (
    <Card
      level={3}
      className="flex h-full flex-col [&>footer]:mt-auto"
      title={<Address>{box.email}</Address>}
      description={kind}
      actions={
        <>
          {box.isDefault && <Badge tone="info">Default</Badge>}
          <Badge tone={tone} dot>
            {label}
          </Badge>
        </>
      }
      footer={<Actions {...box} />}
    >
      <div className="space-y-4">
        {help && (
          <Note>
            <p>{help}</p>
            {box.statusDetail && box.status !== 'paused' && (
              <p className="mt-1 text-xs break-words">{box.statusDetail}</p>
            )}
          </Note>
        )}
        <dl className="grid grid-cols-2 gap-3 text-sm">
          <Fact label="Connected" value={box.connected} />
          <Fact label="Last used" value={box.lastUsed} />
          {box.organization && <Fact label="Organization" value={box.organization} />}
          {box.smtp && <Fact label="SMTP server" value={box.smtp} />}
          {box.imap && <Fact label="IMAP server" value={box.imap} />}
          {box.reading && (
            <>
              <Fact label="Replies" value={box.reading.how} />
              <Fact label="Last read" value={box.reading.last} />
              {box.reading.folders && <Fact wide label="Folders read" value={box.reading.folders} />}
            </>
          )}
        </dl>
        <QuotaBar label="Daily email quota" used={box.used} limit={box.limit} />
        {box.reading?.error && !help && (
          <p className="text-xs break-words text-muted">The last reading failed: {box.reading.error}</p>
        )}
        {box.blocked && <Note>{box.blocked}</Note>}
        {box.held && (
          <Note>
            <p>
              The mail server takes no more emails for now. Its emails wait; the next try is on{' '}
              {box.held.until}.
            </p>
            <p className="mt-1 text-xs break-words">{box.held.said}</p>
          </Note>
        )}
        {box.canRead ? null : (
          <Note>No IMAP server: replies and bounces cannot be read. Edit the mailbox to add one.</Note>
        )}
        {company?.hasAliases && <Aliases aliases={box.aliasOptions} company={company.name} />}
      </div>
    </Card>
  )
}

const Note = ({ children }: { children: ReactNode }) => (
  <div className="rounded-md bg-warning-soft px-3 py-2 text-sm text-warning-ink">{children}</div>
)

const Fact = ({ label, value, wide = false }: { label: string; value: string; wide?: boolean }) => (
  <div className={wide ? 'col-span-2 min-w-0' : 'min-w-0'}>
    <dt className="text-xs text-muted">{label}</dt>
    <dd className="break-words">{value}</dd>
  </div>
)

function Aliases({ aliases, company }: { aliases: MailboxCardProps['aliasOptions']; company: string }) {
  return (
    <div className="text-sm">
      <h4 className="mb-1 text-xs text-muted">Send-as aliases</h4>
      {aliases.length === 0 ? (
        <p className="text-muted">{`No aliases found. Refresh to check again at ${company}.`}</p>
      ) : (
        <ul className="divide-y divide-line rounded-md border border-line">
          {aliases.map(({ sendAsEmail, displayName, verificationStatus }) => (
            <li
              key={sendAsEmail}
              className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-3 py-2"
            >
              <span className="min-w-0">
                <span className="block">
                  <Address>{sendAsEmail}</Address>
                </span>
                {displayName && <span className="block text-xs break-words text-muted">{displayName}</span>}
              </span>
              <Badge tone={verificationStatus === 'accepted' ? 'success' : 'warning'}>
                {verificationStatus === 'accepted'
                  ? 'Verified'
                  : verificationStatus === 'pending'
                    ? 'Pending'
                    : verificationStatus}
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** A company asks for consent on its own page; a login at other servers is retried here, and a paused mailbox is resumed. */
function Reconnect({ id, provider, status, email }: MailboxCardProps) {
  const here = useSubmitting({ name: 'id', value: id })
  const busy = useSubmitting({ name: 'intent', value: 'reconnect' }) && here
  if (status === 'connected') return null
  const { company } = MAILBOX_KINDS[provider]
  if (company && status !== 'paused') {
    return (
      <a href={company.connectPath()} className={buttonClass({ variant: 'primary', size: 'sm' })}>
        Reconnect
      </a>
    )
  }
  const verb = status === 'paused' ? 'Resume sending' : 'Reconnect'
  return (
    <Form method="post" action={paths.gmail()} preventScrollReset className="contents">
      <input type="hidden" name="id" value={id} />
      <Button
        variant="primary"
        size="sm"
        name="intent"
        value="reconnect"
        icon={<Play aria-hidden="true" />}
        aria-label={`${verb}: ${email}`}
        busy={busy && 'Checking...'}
      >
        {verb}
      </Button>
    </Form>
  )
}

function Actions(box: MailboxCardProps) {
  const { id, email, provider, isDefault } = box
  const submitting = useSubmitting({ name: 'id', value: id })
  const refreshing = useSubmitting({ name: 'intent', value: 'refresh-aliases' }) && submitting
  return (
    <>
      <Reconnect {...box} />
      <Form method="post" action={paths.gmail()} preventScrollReset className="contents">
        <input type="hidden" name="id" value={id} />
        {!isDefault && (
          <Button
            size="sm"
            name="intent"
            value="set-default"
            icon={<Star aria-hidden="true" />}
            aria-label={`Set as Default: ${email}`}
          >
            Set as Default
          </Button>
        )}
        {MAILBOX_KINDS[provider].company?.hasAliases && (
          <Button
            size="sm"
            name="intent"
            value="refresh-aliases"
            icon={<RefreshCw aria-hidden="true" />}
            aria-label={`Refresh Aliases: ${email}`}
            busy={refreshing && 'Refreshing...'}
          >
            Refresh Aliases
          </Button>
        )}
      </Form>
      <LinkButton
        to={paths.editMailbox(id)}
        preventScrollReset
        size="sm"
        icon={<Pencil aria-hidden="true" />}
        aria-label={`Edit: ${email}`}
      >
        Edit
      </LinkButton>
      <LinkButton
        to={paths.mailboxHealth(id)}
        preventScrollReset
        size="sm"
        icon={<HeartPulse aria-hidden="true" />}
        aria-label={`Health Check: ${email}`}
      >
        Health Check
      </LinkButton>
      <LinkButton
        to={paths.disconnectMailbox(id)}
        preventScrollReset
        size="sm"
        variant="ghost"
        icon={<Unplug aria-hidden="true" />}
        aria-label={`Disconnect: ${email}`}
        className="text-danger-ink!"
      >
        Disconnect
      </LinkButton>
    </>
  )
}

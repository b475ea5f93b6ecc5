import { Form } from '@remix-run/react'
import { RefreshCw, Star, Unplug } from 'lucide-react'
import { paths } from '~/paths'
import { Badge, type Tone } from './badge'
import { Button, buttonClass, LinkButton } from './button'
import { Card } from './card'
import { QuotaBar } from './progress-bar'
import { useSubmitting } from './use-submitting'

export interface MailboxCardProps {
  id: string
  email: string
  status: 'connected' | 'expired' | 'error' | 'disconnected'
  statusDetail: string | null
  isDefault: boolean
  /** Shown dates, in the user's zone. */
  connected: string
  lastUsed: string
  used: number
  limit: number
  aliasOptions: { sendAsEmail: string; displayName: string; verificationStatus: string }[]
}

const states: Record<MailboxCardProps['status'], { label: string; tone: Tone; help?: string }> = {
  connected: { label: 'Connected', tone: 'success' },
  expired: {
    label: 'Expired',
    tone: 'warning',
    help: 'Google no longer accepts the permission. Reconnect to go on sending.',
  },
  error: {
    label: 'Error',
    tone: 'danger',
    help: 'The account was taken out of use. Reconnect to go on sending.',
  },
  disconnected: {
    label: 'Disconnected',
    tone: 'neutral',
    help: 'Reconnect to send from this account again.',
  },
}

/** One connected account: its state, its day, its aliases, and what can be done with it. */
export function MailboxCard(box: MailboxCardProps) {
  const { label, tone, help } = states[box.status]
  return (
    <Card
      level={3}
      className="h-full"
      title={<span className="break-all">{box.email}</span>}
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
          <div className="rounded-md bg-warning-soft px-3 py-2 text-sm text-warning-ink">
            <p>{help}</p>
            {box.statusDetail && <p className="mt-1 text-xs break-words">{box.statusDetail}</p>}
          </div>
        )}
        <dl className="grid grid-cols-2 gap-3 text-sm">
          <Fact label="Connected" value={box.connected} />
          <Fact label="Last used" value={box.lastUsed} />
        </dl>
        <QuotaBar label="Daily email quota" used={box.used} limit={box.limit} />
        <Aliases aliases={box.aliasOptions} />
      </div>
    </Card>
  )
}

const Fact = ({ label, value }: { label: string; value: string }) => (
  <div className="min-w-0">
    <dt className="text-xs text-muted">{label}</dt>
    <dd>{value}</dd>
  </div>
)

function Aliases({ aliases }: { aliases: MailboxCardProps['aliasOptions'] }) {
  return (
    <div className="text-sm">
      <h4 className="mb-1 text-xs text-muted">Send-as aliases</h4>
      {aliases.length === 0 ? (
        <p className="text-muted">None known. Refresh to ask Google again.</p>
      ) : (
        <ul className="divide-y divide-line rounded-md border border-line">
          {aliases.map(({ sendAsEmail, displayName, verificationStatus }) => (
            <li
              key={sendAsEmail}
              className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-3 py-2"
            >
              <span className="min-w-0">
                <span className="block break-all">{sendAsEmail}</span>
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

function Actions({ id, email, status, isDefault }: MailboxCardProps) {
  const submitting = useSubmitting({ name: 'id', value: id })
  const refreshing = useSubmitting({ name: 'intent', value: 'refresh-aliases' }) && submitting
  return (
    <>
      {status !== 'connected' && (
        <a href={paths.gmailConnect()} className={buttonClass({ variant: 'primary', size: 'sm' })}>
          Reconnect
        </a>
      )}
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
      </Form>
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

import { Link } from '@remix-run/react'
import { Badge } from '~/components/ui/badge'
import { LinkButton } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { EmptyState } from '~/components/ui/empty-state'
import { KeyRound } from '~/components/ui/icons'
import { Time } from '~/components/ui/time'
import type { SecurityEventKind } from '~/models/accounts/keys/key'
import { paths } from '~/paths'

interface KeyRow {
  id: string
  name: string
  scope: 'read' | 'write'
  prefix: string
  isLimited: boolean
  maySend: boolean
  mayDelete: boolean
  lastUsed: string | null
  expires: string | null
}

/** The user's API keys. */
export function KeysCard({ keys }: { keys: KeyRow[] }) {
  const create = (
    <LinkButton size="sm" to={paths.newApiKey()} preventScrollReset>
      Create API key
    </LinkButton>
  )
  return (
    <Card
      title="API keys"
      description={
        <>
          Other programs send a key as “Authorization: Bearer cf_…”. Agents connect to “/mcp”.{' '}
          <Link to={paths.apiDocs()} className="font-medium text-accent-ink underline underline-offset-2">
            API reference
          </Link>
        </>
      }
      flush
      actions={keys.length > 0 && create}
    >
      {keys.length === 0 ? (
        <EmptyState
          bare
          icon={<KeyRound />}
          title="No API keys"
          text="Create one to connect a CRM, a spreadsheet or your own program."
          action={create}
        />
      ) : (
        <ul className="divide-y divide-line">
          {keys.map(({ id, name, scope, prefix, isLimited, maySend, mayDelete, lastUsed, expires }) => (
            <li key={id} className="flex items-center justify-between gap-3 px-4 py-2 sm:px-5">
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-2 text-sm">
                  <span className="min-w-0 font-medium break-words">{name}</span>
                  <Badge>{scope === 'read' ? 'Read only' : 'Read and write'}</Badge>
                  {isLimited && <Badge>Limited</Badge>}
                  {scope === 'write' && !maySend && <Badge>No sending</Badge>}
                  {scope === 'write' && !mayDelete && <Badge>No deleting</Badge>}
                </p>
                <p className="text-xs text-muted">
                  <code>{prefix}…</code> · {lastUsed ? `Last used ${lastUsed}` : 'Never used'} ·{' '}
                  {expires ? `Expires ${expires}` : 'Never expires'}
                </p>
              </div>
              <LinkButton
                size="sm"
                to={paths.revokeApiKey(id)}
                preventScrollReset
                aria-label={`Revoke ${name}`}
              >
                Revoke
              </LinkButton>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

interface EventRow {
  id: string
  kind: SecurityEventKind
  subject: string
  reason: string
  address: string
  count: number
  at: string
  when: string
}

const WORDS: Record<EventRow['kind'], string> = {
  key_created: 'API key created',
  key_revoked: 'API key revoked',
  key_refused: 'Call refused',
  webhook_created: 'Webhook added',
  mailbox_connected: 'Mailbox connected',
  operator_created_account: 'Account created by the operator',
  operator_reset_password: 'Password reset by the operator',
}

/** The latest changes to keys, refused calls, and operator actions. */
export const SecurityCard = ({ events }: { events: EventRow[] }) => (
  <Card
    title="Security log"
    description="New keys, webhooks and mailboxes, refused calls, and operator actions in the last 180 days."
    flush
  >
    {events.length === 0 ? (
      <EmptyState
        bare
        title="Nothing yet"
        text="New keys, webhooks and mailboxes, and refused calls appear here."
      />
    ) : (
      <ul className="divide-y divide-line">
        {events.map(({ id, kind, subject, reason, address, count, at, when }) => (
          <li key={id} className="px-4 py-2 text-sm sm:px-5">
            <p className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="min-w-0 break-words">
                <span className="font-medium">{WORDS[kind]}</span>: {subject}
                {count > 1 && ` (${count.toLocaleString('en-US')} times within the hour)`}
              </span>
              <Time at={at} className="text-xs text-muted">
                {when}
              </Time>
            </p>
            <p className="text-xs break-words text-muted">
              {reason && `${reason}. `}From {address}
            </p>
          </li>
        ))}
      </ul>
    )}
  </Card>
)

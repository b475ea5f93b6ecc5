import { Badge } from '~/components/ui/badge'
import type { Origin } from '~/models/contacts/origins.server'

const TONES = { Suppressed: 'danger', Unsubscribed: 'warning', Bounced: 'danger', Active: 'success' } as const
export type ContactStatus = keyof typeof TONES

/** Whether a contact can be emailed. */
export const ContactStatusBadge = ({ status }: { status: ContactStatus }) => (
  <Badge tone={TONES[status]} dot>
    {status}
  </Badge>
)

/** The address does not exist, or is marked so. */
export const BlacklistedBadge = () => <Badge tone="danger">Blacklisted</Badge>

/** The origin of a contact; the file of an import is its title. */
export const OriginBadge = ({ origin }: { origin: Origin }) => (
  <Badge tone={origin.kind === 'lead' ? 'info' : 'neutral'}>
    {origin.kind === 'import' ? (
      <span title={`From the file ${origin.file}`}>Import</span>
    ) : origin.kind === 'lead' ? (
      'Apollo'
    ) : (
      'Manual'
    )}
  </Badge>
)

import { Badge } from '~/components/ui/badge'

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

/** The origin of a contact. */
export const OriginBadge = ({ fromApollo }: { fromApollo: boolean }) => (
  <Badge tone={fromApollo ? 'info' : 'neutral'}>{fromApollo ? 'Apollo' : 'Manual'}</Badge>
)

import { Badge } from '~/components/ui/badge'

const TONES = { Suppressed: 'danger', Unsubscribed: 'warning', Active: 'success' } as const
export type ContactStatus = keyof typeof TONES

/** Whether mail goes to a contact at all. */
export const ContactStatusBadge = ({ status }: { status: ContactStatus }) => (
  <Badge tone={TONES[status]} dot>
    {status}
  </Badge>
)

/** The address does not exist, or is listed as such. */
export const BlacklistedBadge = () => <Badge tone="danger">Blacklisted</Badge>

/** Where a contact came from. */
export const OriginBadge = ({ fromApollo }: { fromApollo: boolean }) => (
  <Badge tone={fromApollo ? 'info' : 'neutral'}>{fromApollo ? 'Apollo' : 'Manual'}</Badge>
)

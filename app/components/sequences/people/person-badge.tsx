import { Badge } from '~/components/ui/badge'

/** The status of an enrollment that is at no step. */
export const PersonBadge = ({ status }: { status: string }) =>
  status === 'completed' ? (
    <Badge tone="success">Completed</Badge>
  ) : status === 'stopped' ? (
    <Badge>Stopped</Badge>
  ) : (
    <Badge tone="info">Not started</Badge>
  )

import { Badge } from '~/components/ui/badge'

/** What became of a person who is at no step of the sequence. */
export const PersonBadge = ({ status }: { status: string }) =>
  status === 'completed' ? (
    <Badge tone="success">Completed</Badge>
  ) : status === 'stopped' ? (
    <Badge>Stopped</Badge>
  ) : (
    <Badge tone="info">Not begun</Badge>
  )

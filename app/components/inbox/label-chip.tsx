import { Badge } from '~/components/ui/badge'

/** A conversation's label. Positive ones stand out. */
export const LabelChip = ({
  name,
  labels,
}: {
  name: string
  labels: { name: string; positive: boolean }[]
}) => (
  <Badge tone={labels.some((label) => label.name === name && label.positive) ? 'success' : 'neutral'}>
    {name}
  </Badge>
)

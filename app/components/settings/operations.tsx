import { Badge } from '~/components/ui/badge'
import { Card } from '~/components/ui/card'
import type { Operation } from '~/models/reports/operations.server'

/** The state of the installation, for the person who runs it. */
export const OperationsCard = ({ operations }: { operations: Operation[] }) => (
  <Card
    title="Operations"
    description="The state of this whole installation. Only its first account sees this; npm run admin -- status prints the same."
  >
    <dl className="divide-y divide-line text-sm">
      {operations.map(({ name, value, isProblem }) => (
        <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-1.5">
          <dt className="text-muted">{name}</dt>
          <dd className="flex min-w-0 items-baseline gap-2 break-words">
            {value}
            {isProblem && <Badge tone="warning">Look at it</Badge>}
          </dd>
        </div>
      ))}
    </dl>
  </Card>
)

import { Card } from '~/components/ui/card'
import { ALWAYS_KEPT, type KeepDays, RETENTION_KINDS, RETENTION_NAMES } from '~/models/retention/kinds'

/** How long this installation keeps what: its operator decides, users see it. */
export const WhatIsKept = ({ keepDays }: { keepDays: KeepDays }) => (
  <Card
    title="What Is Kept"
    description="Old texts are removed every night. The operator of this installation sets how long they are kept."
  >
    <dl className="space-y-3 text-sm">
      {RETENTION_NAMES.map((name) => {
        const { title, removed, kept } = RETENTION_KINDS[name]
        return (
          <div key={name}>
            <dt className="font-medium">
              {title}: {inWords(keepDays[name])}
            </dt>
            <dd className="text-muted">
              {keepDays[name] === 0
                ? 'Nothing is removed.'
                : `Then removed: ${removed}. Kept longer: ${kept}.`}
            </dd>
          </div>
        )
      })}
      <div>
        <dt className="font-medium">Always kept</dt>
        <dd className="text-muted">{ALWAYS_KEPT}.</dd>
      </div>
    </dl>
  </Card>
)

const inWords = (days: number) => (days === 0 ? 'for ever' : days === 1 ? '1 day' : `${days} days`)

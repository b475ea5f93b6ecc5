import { LinkButton } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { LIFT_LABELS, type Stop } from '~/models/contacts/lift'
import { paths } from '~/paths'

export interface StopsCardProps {
  contactId: string
  stops: { stop: Stop; why: string; final: boolean }[]
  /** The query string that the dialogs keep. */
  tail?: string
}

/** Why a contact gets no emails, and the only buttons that change it. */
export function StopsCard({ contactId, stops, tail = '' }: StopsCardProps) {
  return (
    <Card title="This contact gets no emails" className="border-warning/40">
      <ul className="space-y-3">
        {stops.map(({ stop, why, final }) => (
          <li key={stop} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className="min-w-0 text-sm break-words">{why}</p>
            {!final && (
              <LinkButton size="sm" to={paths.liftStop(contactId, stop) + tail} preventScrollReset>
                {LIFT_LABELS[stop]}
              </LinkButton>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

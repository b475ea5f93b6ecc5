import { Link } from '@remix-run/react'
import {
  CalendarClock,
  Hand,
  type Icon,
  MailOpen,
  OctagonAlert,
  Reply,
  Send,
  UserPlus,
} from '~/components/ui/icons'
import { Time } from '~/components/ui/time'
import type { EventMark, TimelineEntry } from '~/models/contacts/timeline/timeline'
import { paths } from '~/paths'

const LOOKS: Record<EventMark, { icon: Icon; look: string }> = {
  add: { icon: UserPlus, look: 'bg-sunken text-muted' },
  mail: { icon: Send, look: 'bg-info-soft text-info-ink' },
  open: { icon: MailOpen, look: 'bg-info-soft text-info-ink' },
  reply: { icon: Reply, look: 'bg-success-soft text-success-ink' },
  bad: { icon: OctagonAlert, look: 'bg-danger-soft text-danger-ink' },
  plan: { icon: CalendarClock, look: 'bg-sunken text-muted' },
  by_user: { icon: Hand, look: 'bg-warning-soft text-warning-ink' },
}

/** The events of a contact, newest first. */
export function Timeline({ entries }: { entries: TimelineEntry[] }) {
  return (
    <ol className="space-y-4">
      {entries.map((entry) => {
        const { icon: Icon, look } = LOOKS[entry.mark]
        return (
          <li key={entry.key} className="flex gap-3 text-sm">
            <span
              className={`mt-0.5 grid size-7 shrink-0 place-items-center rounded-full ${look}`}
              aria-hidden="true"
            >
              <Icon className="size-3.5" />
            </span>
            <div className="min-w-0 grow">
              <p className="break-words">
                {entry.text}
                {entry.link && (
                  <>
                    {' '}
                    <Link to={hrefOf(entry.link)} className="font-medium text-accent-ink underline">
                      {entry.link.label || 'Show'}
                    </Link>
                  </>
                )}
              </p>
              {entry.quote && (
                <blockquote className="mt-1.5 max-h-72 overflow-y-auto rounded-md border-l-2 border-line-strong bg-sunken px-3 py-2 break-words whitespace-pre-line">
                  {entry.quote}
                </blockquote>
              )}
              <Time at={entry.at} className="text-xs text-muted tabular-nums">
                {entry.when}
              </Time>
            </div>
          </li>
        )
      })}
    </ol>
  )
}

const hrefOf = ({ kind, ids }: NonNullable<TimelineEntry['link']>) =>
  kind === 'list' ? paths.persona(ids[0]!) : paths.sequencePerson(ids[0]!, ids[1]!)

import { CircleAlert, CircleCheck, Info, TriangleAlert } from '~/components/ui/icons'
import type { MailFinding } from '~/models/templates/preflight'

const MARKS = {
  error: { icon: CircleAlert, colour: 'text-danger', says: 'Error: ' },
  warning: { icon: TriangleAlert, colour: 'text-warning', says: 'Warning: ' },
  note: { icon: Info, colour: 'text-info', says: 'Note: ' },
}

/** The problems of an email before it is sent, the worst first. */
export function Findings({ findings }: { findings: MailFinding[] }) {
  if (findings.length === 0) {
    return (
      <p className="flex items-center gap-2 text-sm">
        <CircleCheck className="size-4 shrink-0 text-success" aria-hidden="true" />
        No problems found.
      </p>
    )
  }
  return (
    <ul className="space-y-2.5 text-sm">
      {findings.map(({ severity, text, advice }) => {
        const { icon: Icon, colour, says } = MARKS[severity]
        return (
          <li key={text} className="flex gap-2">
            <Icon className={`mt-0.5 size-4 shrink-0 ${colour}`} aria-hidden="true" />
            <span className="min-w-0 break-words">
              <span className="sr-only">{says}</span>
              {text} <span className="text-muted">{advice}</span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}

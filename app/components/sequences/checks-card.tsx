import { Link } from '@remix-run/react'
import { LinkButton } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { CircleAlert, CircleCheck, Info } from '~/components/ui/icons'
import type { Finding } from '~/models/shared/finding'
import { paths } from '~/paths'

interface Findings {
  findings: Finding[]
}

export interface ChecksCardProps extends Findings {
  sequenceId: string
  started: boolean
}

/** The problems of a sequence, each with a link to fix it. Those that only other servers know are a dialog of their own. */
export const ChecksCard = ({ sequenceId, findings, started }: ChecksCardProps) => (
  <Card title={started ? 'Recommendations' : 'Before you activate'}>
    <FindingList findings={findings} />
    <LinkButton size="sm" to={paths.sequenceChecks(sequenceId)} preventScrollReset className="mt-3">
      Check senders and links
    </LinkButton>
  </Card>
)

/** Findings, each with a link to fix it. */
export const FindingList = ({ findings }: Findings) =>
  findings.length === 0 ? (
    <p className="flex items-center gap-2 text-sm">
      <CircleCheck className="size-4 shrink-0 text-success" aria-hidden="true" />
      No problems found.
    </p>
  ) : (
    <ul className="space-y-2.5 text-sm">
      {findings.map(({ severity, text, fixes }) => (
        <li key={text} className="flex gap-2">
          {severity === 'stops' ? (
            <CircleAlert className="mt-0.5 size-4 shrink-0 text-danger" aria-hidden="true" />
          ) : (
            <Info className="mt-0.5 size-4 shrink-0 text-info" aria-hidden="true" />
          )}
          <span className="min-w-0 break-words">
            <span className="sr-only">{severity === 'stops' ? 'Stops emails: ' : 'Note: '}</span>
            {text}{' '}
            {fixes.map(({ label, to }) => (
              <Link
                key={to}
                to={to}
                className="mr-3 inline-block rounded-sm py-0.5 font-medium text-accent-ink underline underline-offset-2"
              >
                {label}
              </Link>
            ))}
          </span>
        </li>
      ))}
    </ul>
  )

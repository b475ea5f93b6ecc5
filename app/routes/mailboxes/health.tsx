import { useLoaderData } from '@remix-run/react'
import { titled } from '~/components/page/meta'
import { LinkButton } from '~/components/ui/button'
import { DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { CircleAlert, CircleCheck, CircleHelp, TriangleAlert } from '~/components/ui/icons'
import { page } from '~/http/page.server'
import { checkMailboxDomains } from '~/models/mailboxes/domain-health.server'
import { paths } from '~/paths'

export const meta = titled('Health Check')

export const loader = page(async ({ app, db, userId, params }) => ({
  id: params.id!,
  ...(await checkMailboxDomains(db, userId, params.id!, app.providers.domains)),
}))

type Finding = ReturnType<typeof useLoaderData<typeof loader>>['domains'][number]['findings'][number]

const NAMES: Record<Finding['check'], string> = {
  mx: 'MX: receiving replies',
  spf: 'SPF: allowed senders',
  dkim: 'DKIM: signature',
  dmarc: 'DMARC: policy for failed checks',
}

const LOOKS = {
  good: { Icon: CircleCheck, tone: 'text-success', word: 'OK' },
  warn: { Icon: TriangleAlert, tone: 'text-warning-ink', word: 'Recommended' },
  bad: { Icon: CircleAlert, tone: 'text-danger-ink', word: 'Needs attention' },
  unknown: { Icon: CircleHelp, tone: 'text-muted', word: 'Unknown' },
}

/** Looks up the DNS records of a mailbox's domains and shows what they mean to receiving servers. */
export default function HealthDialog() {
  const { id, email, domains } = useLoaderData<typeof loader>()
  const wrong = domains.flatMap(({ findings }) => findings).filter(({ verdict }) => verdict === 'bad').length
  const summary =
    wrong > 0
      ? `${wrong} ${wrong === 1 ? 'issue affects' : 'issues affect'} delivery from ${email}.`
      : `The DNS records that receiving servers check before they accept emails from ${email}.`
  return (
    <RouteDialog title="Health Check" description={summary} closeTo={paths.gmail()}>
      <div className="space-y-5">
        {domains.map(({ domain, findings }) => (
          <section key={domain} aria-label={domain}>
            <h3 className="mb-2 font-semibold break-all">{domain}</h3>
            <ul className="divide-y divide-line rounded-md border border-line">
              {findings.map((finding) => (
                <Row key={finding.check} {...finding} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <p className="mt-3 text-xs text-muted">Changes to DNS records can take up to a day to take effect.</p>
      <DialogActions>
        <LinkButton to={paths.mailboxHealth(id)} preventScrollReset>
          Check Again
        </LinkButton>
        <LinkButton variant="primary" to={paths.gmail()} preventScrollReset data-cancel="">
          Done
        </LinkButton>
      </DialogActions>
    </RouteDialog>
  )
}

function Row({ check, verdict, text, advice, record }: Finding) {
  const { Icon, tone, word } = LOOKS[verdict]
  return (
    <li className="flex items-start gap-3 px-3 py-2.5 text-sm">
      <Icon className={`mt-0.5 size-4 shrink-0 ${tone}`} aria-hidden="true" />
      <div className="min-w-0 grow">
        <p className="flex items-baseline justify-between gap-x-3 font-medium">
          {NAMES[check]} <span className={`shrink-0 text-xs ${tone}`}>{word}</span>
        </p>
        <p className="break-words text-muted">{text}</p>
        {advice && <p className="mt-1 break-words">{advice}</p>}
        {record && (
          <pre className="mt-1.5 max-h-24 overflow-y-auto rounded bg-sunken px-2 py-1 font-mono text-xs break-all whitespace-pre-wrap text-muted">
            {record}
          </pre>
        )}
      </div>
    </li>
  )
}

import { useLoaderData } from '@remix-run/react'
import { titled } from '~/components/page/meta'
import { Badge } from '~/components/ui/badge'
import { Button, buttonClass } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { EmptyState } from '~/components/ui/empty-state'
import { PageHeader } from '~/components/ui/page-header'
import type { RouteArgs } from '~/http/auth.server'
import { respondWith } from '~/http/page.server'
import { requireSandbox } from '~/http/sandbox.server'
import { listSandboxMessages } from '~/jobs/sandbox/view.server'

export const meta = titled('Sandbox')

export const loader = (args: RouteArgs) =>
  respondWith(async () => {
    requireSandbox(args.context)
    const query = new URL(args.request.url).searchParams
    return listSandboxMessages(args.context.app, {
      to: query.get('to') ?? '',
      selected: query.get('message'),
    })
  })

const SKIPS = [
  ['1 hour', 60],
  ['1 day', 24 * 60],
  ['3 days', 3 * 24 * 60],
  ['10 days', 10 * 24 * 60],
  ['30 days', 30 * 24 * 60],
] as const

export default function Sandbox() {
  const { now, mails, to, selected } = useLoaderData<typeof loader>()
  const back = `/sandbox${to ? `?to=${encodeURIComponent(to)}` : ''}`
  return (
    <main id="main" className="mx-auto max-w-6xl px-4 py-6 sm:px-6">
      <PageHeader
        title="Sandbox"
        subtitle="A simulated outside world: every delivered email, its recipients, and a clock that you can move forward."
        actions={
          <a href="/" className={buttonClass({ variant: 'secondary' })}>
            Back to Coldframe
          </a>
        }
      />
      <Clock now={now} back={back} />
      <div className="mt-4 grid gap-4 lg:grid-cols-[22rem_minmax(0,1fr)]">
        <Card
          title={
            <>
              Delivered emails <Badge>{mails.length}</Badge>
            </>
          }
          flush
        >
          <form method="get" action="/sandbox" className="flex items-end gap-2 border-b border-line p-3">
            <label className="min-w-0 flex-1 text-sm">
              <span className="mb-1 block font-medium">Recipient</span>
              <input
                type="email"
                name="to"
                defaultValue={to}
                placeholder="person@example.com"
                className="control"
              />
            </label>
            <Button>Show</Button>
          </form>
          {mails.length === 0 ? (
            <EmptyState bare title="No emails yet" text="Activate a sequence and move the clock forward." />
          ) : (
            <ul className="max-h-[60vh] divide-y divide-line overflow-y-auto" aria-label="Delivered emails">
              {mails.map((mail) => (
                <li key={mail.id}>
                  <a
                    href={`/sandbox?message=${mail.id}${to ? `&to=${encodeURIComponent(to)}` : ''}`}
                    aria-current={selected?.id === mail.id ? 'true' : undefined}
                    className="block px-4 py-2.5 hover:bg-hover aria-[current]:bg-accent-soft"
                  >
                    <span className="block truncate text-sm font-medium">{mail.to}</span>
                    <span className="block truncate text-sm">{mail.subject}</span>
                    <span className="block text-xs text-muted tabular-nums">{mail.deliveredAt}</span>
                  </a>
                </li>
              ))}
            </ul>
          )}
        </Card>
        {selected ? (
          <Mail mail={selected} back={`/sandbox?message=${selected.id}`} />
        ) : (
          <EmptyState
            title="No email selected"
            text="Select an email to see it as its recipient does and to react to it."
          />
        )}
      </div>
    </main>
  )
}

function Clock({ now, back }: { now: string; back: string }) {
  const action = `/sandbox/clock?back=${encodeURIComponent(back)}`
  return (
    <Card title="Clock" description="Everything that becomes due in between is processed in order.">
      <div className="flex flex-wrap items-end gap-3">
        <output className="mr-2 text-lg font-semibold tabular-nums" aria-label="Sandbox time">
          {now}
        </output>
        {SKIPS.map(([label, minutes]) => (
          <form key={label} method="post" action={action}>
            <input type="hidden" name="advanceMinutes" value={minutes} />
            <Button>+ {label}</Button>
          </form>
        ))}
      </div>
    </Card>
  )
}

interface MailProps {
  mail: NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['selected']>
  back: string
}

const ACTS = [
  ['open', 'Open'],
  ['prefetch', 'Apple prefetch'],
  ['scan', 'Scanner'],
  ['bounce', 'Bounce'],
  ['complain', 'Complain'],
  ['unsubscribe', 'Unsubscribe'],
] as const

function Mail({ mail, back }: MailProps) {
  const action = (act: string) => `/sandbox/messages/${mail.id}/${act}?back=${encodeURIComponent(back)}`
  return (
    <Card title={mail.subject || '(no subject)'}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-sm">
        {(
          [
            ['From', mail.from],
            ['To', mail.to],
            ['Delivered', mail.deliveredAt],
          ] as const
        ).map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-4 flex flex-wrap gap-2">
        {ACTS.map(([act, label]) => (
          <form key={act} method="post" action={action(act)}>
            <Button size="sm">{label}</Button>
          </form>
        ))}
      </div>
      <div className="mt-3 grid gap-3 sm:grid-cols-2">
        <form method="post" action={action('reply')} className="flex items-end gap-2">
          <label className="min-w-0 flex-1 text-sm">
            <span className="mb-1 block font-medium">Reply</span>
            <input
              name="text"
              required
              maxLength={2000}
              defaultValue="Thank you, that sounds good."
              className="control"
            />
          </label>
          <Button variant="primary">Reply</Button>
        </form>
        <form method="post" action={action('auto-reply')} className="flex items-end gap-2">
          <label className="min-w-0 flex-1 text-sm">
            <span className="mb-1 block font-medium">Back on (optional)</span>
            <input type="date" name="returnsOn" className="control" />
          </label>
          <Button>Out of office</Button>
        </form>
      </div>
      {/* Mail is shown without scripts and without our cookies: it cannot reach the page around it. */}
      {mail.html ? (
        <iframe
          title="The email as its recipient sees it"
          sandbox=""
          srcDoc={mail.html}
          className="mt-4 h-96 w-full rounded-md border border-line bg-white"
        />
      ) : (
        <pre className="mt-4 overflow-x-auto rounded-md border border-line p-3 text-sm whitespace-pre-wrap">
          {mail.text}
        </pre>
      )}
      <details className="mt-3">
        <summary className="cursor-pointer text-sm font-medium">Plain text and headers</summary>
        <pre className="mt-2 overflow-x-auto rounded-md bg-sunken p-3 text-xs whitespace-pre-wrap">
          {mail.text}
        </pre>
        <pre className="mt-2 overflow-x-auto rounded-md bg-sunken p-3 text-xs whitespace-pre-wrap">
          {mail.headers}
        </pre>
      </details>
    </Card>
  )
}

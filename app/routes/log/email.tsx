import type { MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { RouteError } from '~/components/page/error-screen'
import { titleOf } from '~/components/page/meta'
import { RenderedMail } from '~/components/templates/rendered-mail'
import { Address } from '~/components/ui/address'
import { Badge, type Tone } from '~/components/ui/badge'
import { LinkButton } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { Columns } from '~/components/ui/list/columns'
import { PageHeader } from '~/components/ui/page-header'
import { page } from '~/http/page.server'
import { getSentEmail } from '~/models/outbox/shown/sent-email.server'
import { paths } from '~/paths'

export const meta: MetaFunction<typeof loader> = ({ data }) => titleOf(data?.subject || 'Email')

export const loader = page(async ({ app, db, userId, user, params }) =>
  getSentEmail(db, userId, params.id!, user.timezone, app.env.appUrl),
)

type Email = ReturnType<typeof useLoaderData<typeof loader>>

const STATUS: Record<Email['status'], [string, Tone]> = {
  reply: ['Reply', 'success'],
  open: ['Open', 'info'],
  not_open: ['Not Open', 'neutral'],
}

/** One sent email: its content, the reason for it, and what happened to it. */
export default function SentEmail() {
  const email = useLoaderData<typeof loader>()
  const { to, subject, html, text, headers, events, reasons, removed, reasonsRemoved } = email
  const [status, tone] = STATUS[email.status]
  return (
    <>
      <PageHeader
        back={{ to: paths.emailSending(), label: 'Email Sending' }}
        title={subject || '(no subject)'}
        subtitle={`To ${to.name ? `${to.name} <${to.email}>` : to.email}`}
        badges={
          <>
            <Badge tone={tone}>{status}</Badge>
            {email.bounced && <Badge tone="danger">Bounced</Badge>}
            {email.failed && <Badge tone="danger">Failed</Badge>}
            {email.isTest && <Badge>Test</Badge>}
            {email.isManual && <Badge>Written by you</Badge>}
          </>
        }
        actions={
          email.conversationId && (
            <LinkButton to={paths.conversation(email.conversationId)}>Open conversation</LinkButton>
          )
        }
      />
      <Columns className="@4xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0 space-y-4">
          <Card title="Email" description="As it was sent, without the open pixel.">
            {html === null || removed ? (
              <p className="text-sm text-muted">
                {removed ?? 'The content of this email is no longer stored.'}
              </p>
            ) : (
              <RenderedMail html={html} text={text} tall />
            )}
          </Card>
          {headers.length > 0 && (
            <Card title="Headers" description="The headers that Coldframe set; mail servers add their own.">
              <dl className="space-y-1.5 text-sm">
                {headers.map(([name, value]) => (
                  <div key={name} className="grid gap-x-4 sm:grid-cols-[11rem_minmax(0,1fr)]">
                    <dt className="text-muted">{name}</dt>
                    <dd className="font-mono text-xs/5 break-all">{value}</dd>
                  </div>
                ))}
              </dl>
            </Card>
          )}
        </div>
        <div className="min-w-0 space-y-4">
          <Facts email={email} />
          <Card title="Timeline">
            <ol className="space-y-3 text-sm">
              {events.map((event, index) => (
                // Two events may look identical.
                // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change while it is shown
                <li key={index}>
                  <span className="block text-xs text-muted tabular-nums">{event.at}</span>
                  <span className="font-medium">{event.what}</span>
                  {event.more && (
                    <span className="mt-0.5 block text-muted break-words whitespace-pre-line">
                      {event.more}
                    </span>
                  )}
                </li>
              ))}
            </ol>
          </Card>
          {(reasons.length > 0 || reasonsRemoved) && (
            <Card title="Why it was sent">
              {reasonsRemoved && <p className="text-sm text-muted">{reasonsRemoved}</p>}
              <ol className="space-y-3 text-sm">
                {reasons.map((reason) => (
                  <li key={reason.id}>
                    <span className="block text-xs text-muted tabular-nums">{reason.at}</span>
                    <span className="break-words">{reason.text}</span>
                  </li>
                ))}
              </ol>
            </Card>
          )}
        </div>
      </Columns>
    </>
  )
}

function Facts({
  email: { to, from, mailbox, sequence, sequenceName, stepName, enrollmentId, detail },
}: {
  email: Email
}) {
  const link = 'font-medium text-accent-ink underline underline-offset-2 break-words'
  return (
    <Card title="Details">
      <dl className="space-y-2 text-sm">
        <Fact name="Contact">
          {to.contactId ? (
            <Link to={paths.contact(to.contactId)} className={link}>
              {to.name || <Address>{to.email}</Address>}
            </Link>
          ) : (
            to.name || <Address>{to.email}</Address>
          )}
        </Fact>
        <Fact name="Sender">
          <Address>{from}</Address>
        </Fact>
        {mailbox && mailbox !== from && <Fact name="Mailbox">{mailbox}</Fact>}
        <Fact name="Sequence">
          {sequence && enrollmentId ? (
            <Link to={paths.sequencePerson(sequence.id, enrollmentId)} className={link}>
              {sequence.name}
            </Link>
          ) : (
            (sequenceName ?? 'N/A')
          )}
        </Fact>
        {stepName && <Fact name="Step">{stepName}</Fact>}
        {detail && <Fact name="Server">{detail}</Fact>}
      </dl>
    </Card>
  )
}

const Fact = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-3">
    <dt className="text-muted">{name}</dt>
    <dd className="min-w-0 break-words">{children}</dd>
  </div>
)

export const ErrorBoundary = () => (
  <RouteError back={{ to: paths.emailSending(), label: 'Back to Email Sending' }} />
)

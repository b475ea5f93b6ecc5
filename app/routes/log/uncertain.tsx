import { Form, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { useSubmitting } from '~/components/forms/use-submitting'
import { titled } from '~/components/page/meta'
import { Address } from '~/components/ui/address'
import { Badge } from '~/components/ui/badge'
import { Button, LinkButton } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { EmptyState } from '~/components/ui/empty-state'
import { CircleHelp } from '~/components/ui/icons'
import { KeysetPager } from '~/components/ui/list/pagination'
import { Table, TableBody, TableHead, Td, Th, Tr } from '~/components/ui/list/table'
import { PageHeader } from '~/components/ui/page-header'
import { buttonAction } from '~/http/button.server'
import { redirectWithToast } from '~/http/flash.server'
import { page } from '~/http/page.server'
import { validate } from '~/http/validate'
import { countAsSent, listUncertain, resendUncertain } from '~/models/outbox/shown/uncertain.server'
import { PageQuery } from '~/models/shared/fields'
import { formatMoment } from '~/models/shared/format-time'
import { paths } from '~/paths'

export const meta = titled('Unknown Outcomes')

const PAGE = 50

export const loader = page(async ({ db, userId, user, url }) => {
  const query = validate(PageQuery, { ...Object.fromEntries(url.searchParams), limit: PAGE })
  const { rows, cursor } = await listUncertain(db, userId, query)
  return {
    rows: rows.map((row) => ({
      ...row,
      startedAt: row.startedAt ? formatMoment(row.startedAt, user.timezone) : 'N/A',
    })),
    next: cursor,
    paged: query.cursor !== undefined,
  }
})

const Act = z.object({ intent: z.enum(['resend', 'count-as-sent']), id: z.uuid('Email not found') })

export const action = buttonAction(
  Act,
  { failure: (_, reason) => reason, back: () => paths.uncertainSends() },
  async ({ intent, id }, { app, db, userId }) => {
    const resends = intent === 'resend'
    await (resends ? resendUncertain : countAsSent)(db, userId, id, await app.clock.now())
    return redirectWithToast(app, paths.uncertainSends(), {
      kind: 'success',
      title: resends ? 'Resend scheduled' : 'Counted as sent',
      text: resends
        ? 'The email goes out at the next valid time of its step.'
        : 'The sequence continues as if the email had arrived.',
    })
  },
)

type Row = ReturnType<typeof useLoaderData<typeof loader>>['rows'][number]

/** Sends with an unknown outcome: the user decides whether to resend them. */
export default function UncertainSends() {
  const { rows, next, paged } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title="Unknown Outcomes"
        subtitle="The connection was lost while these emails were handed over, and the mail server cannot confirm delivery."
        actions={<LinkButton to={paths.emailSending()}>All Emails</LinkButton>}
      />
      {rows.length === 0 ? (
        <EmptyState
          icon={<CircleHelp />}
          title="Nothing to decide"
          text="The outcome of every email is known."
          action={<LinkButton to={paths.emailSending()}>Show all emails</LinkButton>}
        />
      ) : (
        <>
          <p className="mb-4 max-w-3xl text-sm text-muted">
            Look for them in the mailbox’s Sent folder, or ask the recipient. <strong>Resend</strong> sends
            the email again: if the first one did arrive, the recipient gets it twice.{' '}
            <strong>Count as sent</strong> sends nothing and continues the sequence. Until you decide, these
            contacts get no more emails, unless an open, a reply or a bounce shows that the email was sent.
          </p>
          <Card flush>
            <Table caption="Emails of unknown outcome">
              <TableHead>
                <Th>Recipient</Th>
                <Th>Subject</Th>
                <Th>Sequence</Th>
                <Th>Handed over</Th>
                <Th end>
                  <span className="sr-only">Decision</span>
                </Th>
              </TableHead>
              <TableBody>
                {rows.map((row) => (
                  <UncertainRow key={row.id} {...row} />
                ))}
              </TableBody>
            </Table>
          </Card>
        </>
      )}
      <div className="mt-4">
        <KeysetPager
          label="Pages of unknown outcomes"
          labels={{ newer: 'Newest', older: 'Older' }}
          newer={paged ? paths.uncertainSends() : null}
          older={next ? `${paths.uncertainSends()}?${new URLSearchParams({ cursor: next })}` : null}
        />
      </div>
    </>
  )
}

function UncertainRow(row: Row) {
  const { contactName, contactEmail, senderEmail, subject, sequenceName, stepName, startedAt, detail } = row
  return (
    <Tr>
      <Td>
        <span className="block font-medium break-all">{contactName || contactEmail}</span>
        {contactName && (
          <span className="block text-xs text-muted">
            <Address>{contactEmail}</Address>
          </span>
        )}
        <span className="block text-xs text-muted">
          from <Address>{senderEmail}</Address>
        </span>
      </Td>
      <Td label="Subject">
        <span className="break-words">{subject}</span>
        {row.isTestEmail && (
          <span className="ml-2 inline-block align-middle">
            <Badge>Test</Badge>
          </span>
        )}
        {detail && <span className="mt-0.5 line-clamp-2 text-xs break-words text-muted">{detail}</span>}
      </Td>
      <Td label="Sequence">
        <span className="break-words">{sequenceName ?? 'N/A'}</span>
        {stepName && <span className="block text-xs break-words text-muted">{stepName}</span>}
      </Td>
      <Td label="Handed over">
        <span className="whitespace-nowrap tabular-nums">{startedAt}</span>
      </Td>
      <Td end>
        <Decision {...row} />
      </Td>
    </Tr>
  )
}

function Decision({ id, contactEmail, canResend, isTestEmail }: Row) {
  const busy = useSubmitting({ name: 'id', value: id })
  return (
    <Form method="post" preventScrollReset className="flex flex-wrap justify-end gap-1.5">
      <input type="hidden" name="id" value={id} />
      {canResend ? (
        <Button
          size="sm"
          name="intent"
          value="resend"
          disabled={busy}
          aria-label={`Resend: email to ${contactEmail}`}
        >
          Resend
        </Button>
      ) : (
        <span className="self-center text-xs text-muted">
          {isTestEmail ? 'A test email' : 'The sequence has moved on'}
        </span>
      )}
      <Button
        size="sm"
        name="intent"
        value="count-as-sent"
        disabled={busy}
        aria-label={`Count as sent: email to ${contactEmail}`}
      >
        Count as sent
      </Button>
    </Form>
  )
}

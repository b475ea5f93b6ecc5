import { getFormProps, useForm } from '@conform-to/react'
import { Form, Link, useNavigation, useSubmit } from '@remix-run/react'
import { SelectField } from '~/components/forms/select-field'
import { Address } from '~/components/ui/address'
import { Badge, type Tone } from '~/components/ui/badge'
import { Button, LinkButton } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { EmptyState } from '~/components/ui/empty-state'
import { Download, Inbox } from '~/components/ui/icons'
import { KeysetPager } from '~/components/ui/list/pagination'
import { Table, TableBody, TableHead, Td, Th, Tr } from '~/components/ui/list/table'
import { LOG_OUTCOMES } from '~/models/reports/log-outcomes'
import { paths } from '~/paths'

export interface SendingLogProps {
  rows: LogRow[]
  /** The number of emails with an unknown outcome, which have no row yet. */
  uncertain: number
  /** The cursor of the older entries. */
  next: string | null
  /** Whether this is not the first page. */
  paged: boolean
  status: string
  sequenceId: string
  sequences: { value: string; label: string }[]
}

interface LogRow {
  id: string
  contactName: string
  contactEmail: string
  subject: string
  sequenceName: string | null
  status: (typeof LOG_OUTCOMES)[number]
  sentAt: string
  bouncedAt: string | null
  failedAt: string | null
  detail: string | null
  isTestEmail: boolean
}

const tones: Record<LogRow['status'], Tone> = { Reply: 'success', Open: 'info', 'Not Open': 'neutral' }

/** The All Emails tab: filters, rows, pages. */
export function SendingLog({ rows, uncertain, next, paged, status, sequenceId, sequences }: SendingLogProps) {
  const filters = { ...(status && { status }), ...(sequenceId && { sequenceId }) }
  const href = (more: Record<string, string>) => {
    const search = new URLSearchParams({ ...filters, ...more }).toString()
    return paths.emailSending() + (search && `?${search}`)
  }
  const filtered = status !== '' || sequenceId !== ''
  return (
    <>
      {uncertain > 0 && <UncertainNote count={uncertain} />}
      <Filters {...{ status, sequenceId, sequences }} />
      {rows.length === 0 ? (
        <EmptyState
          icon={<Inbox />}
          title={filtered || paged ? 'No emails match' : 'No emails yet'}
          text={
            filtered || paged
              ? 'No sent email matches these filters.'
              : 'Activate a sequence, or send a test from a template: each email appears here once it is sent.'
          }
          action={
            filtered || paged ? (
              <LinkButton to={paths.emailSending()}>Show all emails</LinkButton>
            ) : (
              <LinkButton to={paths.sequences()}>Go to Sequences</LinkButton>
            )
          }
        />
      ) : (
        <Card flush>
          <Table caption="Sent emails">
            <TableHead>
              <Th className="w-[28%]">Recipient</Th>
              <Th className="w-[29%]">Subject</Th>
              <Th className="w-[17%]">Sequence</Th>
              <Th className="w-[14%]">Status</Th>
              <Th>Sent At</Th>
            </TableHead>
            <TableBody>
              {rows.map((row) => (
                <Row key={row.id} {...row} />
              ))}
            </TableBody>
          </Table>
        </Card>
      )}
      <div className="mt-4">
        <KeysetPager
          label="Pages of the log"
          labels={{ newer: 'Newest', older: 'Older' }}
          newer={paged ? href({}) : null}
          older={next ? href({ cursor: next }) : null}
        />
      </div>
    </>
  )
}

const UncertainNote = ({ count }: { count: number }) => (
  <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-warning/40 bg-warning-soft px-4 py-3 text-sm text-warning-ink">
    <p>
      {count === 1
        ? 'One email may or may not have been sent. Decide what to do with it.'
        : `${count} emails may or may not have been sent. Decide what to do with them.`}
    </p>
    <LinkButton size="sm" to={paths.uncertainSends()}>
      Decide
    </LinkButton>
  </div>
)

function Row(row: LogRow) {
  const {
    id,
    contactName,
    contactEmail,
    subject,
    sequenceName,
    status,
    sentAt,
    bouncedAt,
    failedAt,
    detail,
    isTestEmail,
  } = row
  return (
    <Tr>
      <Td>
        <span className="block font-medium break-words">{contactName || contactEmail}</span>
        {contactName && (
          <span className="block text-xs text-muted">
            <Address>{contactEmail}</Address>
          </span>
        )}
      </Td>
      <Td label="Subject">
        <Link to={paths.sentEmail(id)} prefetch="intent" className="break-words hover:underline">
          {subject || '(no subject)'}
        </Link>
        {isTestEmail && (
          <span className="ml-2 inline-block align-middle">
            <Badge>Test</Badge>
          </span>
        )}
      </Td>
      <Td label="Sequence">{sequenceName ?? 'N/A'}</Td>
      <Td label="Status">
        <span className="flex flex-wrap gap-1 @max-2xl:justify-end">
          <Badge tone={tones[status]}>{status}</Badge>
          {bouncedAt && (
            <span title={detail ?? undefined}>
              <Badge tone="danger">Bounced</Badge>
            </span>
          )}
          {failedAt && (
            <span title={detail ?? undefined}>
              <Badge tone="danger">Failed</Badge>
            </span>
          )}
        </span>
        {(bouncedAt || failedAt) && detail && (
          <span className="mt-1 line-clamp-2 max-w-72 text-xs break-words text-muted">{detail}</span>
        )}
      </Td>
      <Td label="Sent At" className="whitespace-nowrap tabular-nums">
        {sentAt}
      </Td>
    </Tr>
  )
}

/**
 * With scripts the filters submit themselves; without scripts they have a button. Download starts a background export with the current
 * filters, because the file may be large.
 */
function Filters({
  status,
  sequenceId,
  sequences,
}: Pick<SendingLogProps, 'status' | 'sequenceId' | 'sequences'>) {
  const submit = useSubmit()
  const [form, fields] = useForm<{ status: string; sequenceId: string }>({ id: 'log-filters' })
  const { state, location, formAction } = useNavigation()
  const exporting = state !== 'idle' && formAction === paths.exportLog()
  return (
    <Form
      {...getFormProps(form)}
      method="get"
      action={paths.emailSending()}
      preventScrollReset
      className="mb-4 flex flex-wrap items-end gap-3"
      onChange={({ currentTarget }) => submit(currentTarget, { preventScrollReset: true })}
    >
      <SelectField
        key={`status ${status}`}
        field={fields.status}
        defaultValue={status}
        label="Status"
        options={[{ value: '', label: 'All' }, ...LOG_OUTCOMES]}
        className="max-sm:flex-1 sm:min-w-36"
      />
      <SelectField
        key={`sequence ${sequenceId}`}
        field={fields.sequenceId}
        defaultValue={sequenceId}
        label="Sequence"
        options={[{ value: '', label: 'All' }, ...sequences]}
        className="max-sm:flex-1 sm:w-64"
      />
      {/* On a phone the buttons have a line of their own. */}
      <span className="-mt-3 w-full sm:hidden" />
      <Button busy={state === 'loading' && location.pathname === paths.emailSending() && 'Filtering...'}>
        Filter
      </Button>
      <Button
        formMethod="post"
        formAction={paths.exportLog()}
        icon={<Download aria-hidden="true" />}
        busy={exporting && 'Exporting...'}
        className="sm:ml-auto"
      >
        Download
      </Button>
    </Form>
  )
}

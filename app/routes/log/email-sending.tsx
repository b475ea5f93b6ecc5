import { Outlet, useLoaderData, useLocation } from '@remix-run/react'
import { RouteError } from '~/components/page/error-screen'
import { titled } from '~/components/page/meta'
import { SendingLog } from '~/components/reports/sending-log'
import { TemplateGrid, useTemplatesHref } from '~/components/templates/grid'
import { PageHeader } from '~/components/ui/page-header'
import { Tabs } from '~/components/ui/tabs'
import { useHydrated } from '~/components/ui/use-hydrated'
import { page } from '~/http/page.server'
import { validate } from '~/http/validate'
import { countUncertain } from '~/models/outbox/shown/uncertain.server'
import { LogQuery } from '~/models/reports/sending-log'
import { listSendingLog } from '~/models/reports/sending-log.server'
import { listSequences } from '~/models/sequences/sequence.server'
import { PageQuery } from '~/models/shared/fields'
import { formatDay, formatMoment } from '~/models/shared/format-time'
import { excerptOf } from '~/models/templates/excerpt.server'
import { listTemplates } from '~/models/templates/template.server'
import { paths } from '~/paths'

export const meta = titled('Email Sending')

const LOG_PAGE = 50
const TEMPLATE_PAGE = 60

/** Both tabs at once: the URL's hash selects the visible one, and the hash never reaches the server. */
export const loader = page(async ({ db, userId, user, url }) => {
  const search = Object.fromEntries(url.searchParams)
  const query = validate(LogQuery, { ...search, limit: LOG_PAGE })
  const templatePage = validate(PageQuery, { limit: TEMPLATE_PAGE, cursor: search.templates })
  const [log, uncertain, sequences, templates] = await Promise.all([
    listSendingLog(db, userId, query),
    countUncertain(db, userId),
    listSequences(db, userId, PageQuery.parse({})),
    listTemplates(db, userId, templatePage),
  ])
  const { timezone } = user
  return {
    log: {
      rows: log.rows.map((row) => ({
        ...row,
        sentAt: row.sentAt ? formatMoment(row.sentAt, timezone) : 'N/A',
        bouncedAt: row.bouncedAt && formatMoment(row.bouncedAt, timezone),
        failedAt: row.failedAt && formatMoment(row.failedAt, timezone),
      })),
      uncertain,
      next: log.cursor,
      paged: query.cursor !== undefined,
      status: query.status ?? '',
      sequenceId: query.sequenceId ?? '',
      sequences: sequences.rows.map(({ id, name }) => ({ value: id, label: name })),
    },
    templates: {
      rows: templates.rows.map(({ id, name, subject, htmlBody, plainTextBody, createdAt }) => ({
        id,
        name,
        subject,
        excerpt: excerptOf(htmlBody),
        hasText: !!plainTextBody,
        created: formatDay(createdAt, timezone),
      })),
      next: templates.cursor,
      paged: search.templates !== undefined,
    },
  }
})

/** The sending log, and the templates. */
export default function EmailSending() {
  const { log, templates } = useLoaderData<typeof loader>()
  const { pathname, hash } = useLocation()
  const hydrated = useHydrated()
  const onPath = pathname.startsWith(paths.templateList())
  // During hydration the screen must match the server's page, which was rendered without the hash.
  const showsTemplates = onPath || (hydrated && hash === '#templates')
  const tabs = [
    { to: paths.emailSending(), label: 'All Emails', current: !showsTemplates },
    { to: useTemplatesHref(), label: 'Templates', current: showsTemplates },
  ]
  return (
    <>
      <PageHeader title="Email Sending" subtitle="Every email sent, and your templates." />
      <Tabs label="Email Sending" tabs={tabs} />
      <div
        data-tab={onPath || hydrated ? (showsTemplates ? 'templates' : 'emails') : 'target'}
        className="group/tabs"
      >
        <section
          aria-label="All Emails"
          className="group-data-[tab=templates]/tabs:hidden group-data-[tab=target]/tabs:group-has-[#templates:target]/tabs:hidden"
        >
          <SendingLog {...log} />
        </section>
        <section
          id="templates"
          aria-label="Templates"
          // The hash selects the tab; the margin keeps the browser from scrolling past the header to it.
          className="scroll-mt-[100vh] group-data-[tab=emails]/tabs:hidden group-data-[tab=target]/tabs:not-target:hidden"
        >
          <TemplateGrid {...templates} />
        </section>
      </div>
      <Outlet />
    </>
  )
}

/** Shown if the log cannot be loaded. */
export const ErrorBoundary = () => (
  <RouteError
    failure="Failed to fetch email sends"
    back={{ to: paths.emailSending(), label: 'Back to Email Sending' }}
  />
)

import { isRouteErrorResponse, Outlet, useLoaderData, useRouteError } from '@remix-run/react'
import { ErrorScreen, RouteError } from '~/components/page/error-screen'
import { titleOf } from '~/components/page/meta'
import { Findings } from '~/components/templates/findings'
import { TemplateBadge, useTemplatesHref } from '~/components/templates/grid'
import { RenderedMail } from '~/components/templates/rendered-mail'
import { VariableList } from '~/components/templates/variables'
import { LinkButton } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { Pencil, Send } from '~/components/ui/icons'
import { Columns } from '~/components/ui/list/columns'
import { PageHeader } from '~/components/ui/page-header'
import { isAppError } from '~/errors'
import { charge } from '~/http/budget.server'
import { page } from '~/http/page.server'
import { listSenders } from '~/models/mailboxes/mailbox.server'
import { formatDay } from '~/models/shared/format-time'
import { findingsOf, getTemplate, showPreview } from '~/models/templates/template.server'
import { paths } from '~/paths'

export const meta = ({ data }: { data?: { name: string } }) => titleOf(data?.name ?? 'Template')

export const loader = page(async ({ app, db, userId, user, params }) => {
  await charge(app, userId, 'preview')
  const template = await getTemplate(db, userId, params.id!)
  const [sender] = await listSenders(db, userId)
  return {
    id: template.id,
    name: template.name,
    hasText: !!template.plainTextBody,
    created: formatDay(template.createdAt, user.timezone),
    updated: formatDay(template.updatedAt, user.timezone),
    from: sender?.email ?? null,
    rendered: await render(template, app.env.appUrl),
    findings: await findingsOf(db, userId, template),
  }
})

/** The email to the sample contact, or why it cannot be rendered: a template created by the API may have no body yet. */
async function render(
  template: { subject: string; htmlBody: string; plainTextBody: string | null },
  appUrl: string,
) {
  try {
    return {
      mail: await showPreview({ ...template, htmlBody: template.htmlBody || ' ' }, appUrl),
      problem: null,
    }
  } catch (error) {
    if (!isAppError(error)) throw error
    return { mail: null, problem: error.message }
  }
}

/** One template, rendered as an email. */
export default function TemplatePreview() {
  const { id, name, hasText, created, updated, from, rendered, findings } = useLoaderData<typeof loader>()
  const { mail, problem } = rendered
  return (
    <>
      <PageHeader
        title={name}
        badges={<TemplateBadge hasText={hasText} />}
        subtitle={`Created ${created} · Updated ${updated}`}
        back={{ to: useTemplatesHref(), label: 'Back' }}
        actions={
          <>
            <LinkButton to={paths.sendTest(id)} preventScrollReset icon={<Send aria-hidden="true" />}>
              Send Test
            </LinkButton>
            <LinkButton
              to={paths.editTemplate(id)}
              preventScrollReset
              variant="primary"
              icon={<Pencil aria-hidden="true" />}
            >
              Edit
            </LinkButton>
          </>
        }
      />
      {mail ? (
        <Columns className="@3xl:grid-cols-[minmax(0,1fr)_20rem]">
          <Card title="Email Preview">
            <dl className="mb-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
              <Line
                label="To"
                value={`${mail.sampleContact.firstName} ${mail.sampleContact.lastName} <${mail.sampleContact.email}>`}
              />
              <Line label="From" value={from ?? 'No mailbox connected yet'} />
              <Line label="Subject" value={mail.subject} strong />
            </dl>
            <RenderedMail html={mail.htmlBody} text={mail.plainTextBody} tall />
          </Card>
          <div className="grid gap-4">
            <Card title="Delivery Check">
              <Findings findings={findings} />
            </Card>
            <Card title="Sample Data">
              <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
                <Line label="First name" value={mail.sampleContact.firstName} />
                <Line label="Last name" value={mail.sampleContact.lastName} />
                <Line label="Email" value={mail.sampleContact.email} />
              </dl>
            </Card>
            <Card title="Available Variables">
              <VariableList />
            </Card>
          </div>
        </Columns>
      ) : (
        <Card title="Email Preview">
          <p className="text-sm text-danger-ink">Failed to generate preview: {problem}</p>
        </Card>
      )}
      <Outlet />
    </>
  )
}

const Line = ({ label, value, strong }: { label: string; value: string; strong?: boolean }) => (
  <>
    <dt className="text-muted">{label}</dt>
    <dd className={strong ? 'font-medium break-words' : 'break-words'}>{value}</dd>
  </>
)

/** Unknown and malformed ids show the same screen. */
export function ErrorBoundary() {
  const error = useRouteError()
  const back = { to: useTemplatesHref(), label: 'Back to Templates' }
  if (isRouteErrorResponse(error) && error.status === 404) {
    return <ErrorScreen title="Template not found" text="It may have been deleted." back={back} />
  }
  return <RouteError back={back} />
}

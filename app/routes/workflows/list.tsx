import { Outlet, useLoaderData } from '@remix-run/react'
import { RouteError } from '~/components/page/error-screen'
import { titled } from '~/components/page/meta'
import { LinkButton } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { Plus, Workflow } from '~/components/ui/icons'
import { CardGrid } from '~/components/ui/list/columns'
import { KeysetPager } from '~/components/ui/list/pagination'
import { PageHeader } from '~/components/ui/page-header'
import { KeyNotice } from '~/components/workflows/key-notice'
import { WorkflowCard } from '~/components/workflows/workflow-card'
import { page } from '~/http/page.server'
import { getLeadKeyState } from '~/models/leads/key.server'
import { countEmailLists, listWorkflows } from '~/models/workflows/workflow.server'
import { paths } from '~/paths'
import { momentIn } from './moments'

const PER_PAGE = 30

export const meta = titled('Workflows')

export const loader = page(async ({ db, userId, user, url }) => {
  const cursor = url.searchParams.get('cursor') ?? undefined
  const { rows, cursor: next } = await listWorkflows(db, userId, { limit: PER_PAGE, cursor })
  const [lists, key] = await Promise.all([
    countEmailLists(
      db,
      userId,
      rows.map((row) => row.id),
    ),
    getLeadKeyState(db, userId),
  ])
  return {
    hasKey: key.usable,
    workflows: rows.map((row) => ({
      id: row.id,
      name: row.name,
      description: row.description,
      status: row.status,
      startStrategy: row.startStrategy,
      frequencyType: row.frequencyType,
      frequencyInterval: row.frequencyInterval,
      leadLimit: row.leadLimit,
      lastRun: momentIn(row.lastRunAt, user.timezone),
      nextRun: momentIn(row.nextRunAt, user.timezone),
      hasList: lists.has(row.id),
    })),
    first: cursor ? paths.workflows() : null,
    older: next && `${paths.workflows()}?${new URLSearchParams({ cursor: next })}`,
  }
})

/** All workflows, newest first. */
export default function WorkflowsScreen() {
  const { hasKey, workflows, first, older } = useLoaderData<typeof loader>()
  const create = (
    <LinkButton variant="primary" to={paths.newWorkflow()} icon={<Plus aria-hidden="true" />}>
      Create Workflow
    </LinkButton>
  )
  return (
    <>
      <PageHeader
        title="Workflows"
        subtitle="Find leads on a schedule and add them to your email lists"
        actions={create}
      />
      {!hasKey && <KeyNotice />}
      {workflows.length === 0 && !first ? (
        <EmptyState
          icon={<Workflow />}
          title="No workflows yet"
          text="A workflow searches for leads by your criteria, once or on a schedule, and adds them to the email lists you choose. It needs an Apollo API key, which you add under Integrations."
          action={create}
        />
      ) : (
        <CardGrid>
          {workflows.map((workflow) => (
            <WorkflowCard key={workflow.id} workflow={workflow} />
          ))}
        </CardGrid>
      )}
      {(first || older) && (
        <div className="mt-5">
          <KeysetPager newer={first} older={older} labels={{ newer: 'Newest', older: 'Older' }} />
        </div>
      )}
      <Outlet />
    </>
  )
}

export const ErrorBoundary = () => <RouteError back={{ to: paths.workflows(), label: 'Back to Workflows' }} />

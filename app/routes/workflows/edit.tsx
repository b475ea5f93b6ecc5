import { getFormProps } from '@conform-to/react'
import { redirect } from '@remix-run/node'
import { Form, Outlet, useActionData, useLoaderData, useRouteError } from '@remix-run/react'
import { EditFields, useEdit } from '~/components/forms/edits'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { useSubmitting } from '~/components/forms/use-submitting'
import { describeError, ErrorScreen, RouteError } from '~/components/page/error-screen'
import { titled } from '~/components/page/meta'
import { Button, LinkButton } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { FormErrors } from '~/components/ui/form-errors'
import { PageHeader } from '~/components/ui/page-header'
import { InstantToast } from '~/components/ui/toast-viewer'
import { WORKFLOW_PARTS, workflowValues, workflowWords } from '~/components/workflows/edits'
import { KeyNotice } from '~/components/workflows/key-notice'
import { ListChoice } from '~/components/workflows/list-choice'
import { RunHistory } from '~/components/workflows/run-history'
import { StatusBadge } from '~/components/workflows/status'
import { TriggerFields } from '~/components/workflows/trigger-fields'
import { useWorkflowForm } from '~/components/workflows/use-workflow-form'
import type { Db } from '~/db.server'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { loadedEdit } from '~/http/forms/edits.server'
import { type PageCall, page } from '~/http/page.server'
import { LOADED } from '~/models/shared/forms/edits'
import { readWorkflowDraft } from '~/models/workflows/draft'
import { draftOf, WorkflowForm, workflowOf } from '~/models/workflows/form'
import { listRuns } from '~/models/workflows/start.server'
import { listWorkflowSteps, updateWorkflowWithLists } from '~/models/workflows/step.server'
import { getWorkflow, lockWorkflow } from '~/models/workflows/workflow.server'
import { paths } from '~/paths'
import { loadChoices } from './choices.server'
import { momentIn } from './moments'

export const meta = titled('Edit Workflow')

/** The stored values of the form, as a draft. */
async function readStored(db: Db, { userId, params }: Pick<PageCall, 'userId' | 'params'>) {
  const workflow = await getWorkflow(db, userId, params.id!)
  const steps = await listWorkflowSteps(db, userId, workflow.id)
  return draftOf(
    workflow,
    steps.flatMap((step) => step.emailListIds),
  )
}

export const loader = page(async (call) => {
  const { db, userId, user, params, url } = call
  const workflow = await getWorkflow(db, userId, params.id!)
  const [stored, runs] = await Promise.all([readStored(db, call), listRuns(db, userId, workflow.id)])
  const unsaved = readWorkflowDraft(url.searchParams)
  const draft = unsaved ?? stored
  const loaded = loadedEdit(WORKFLOW_PARTS, workflowValues(stored))
  const { id, name, status, timezone } = workflow
  return {
    ...(await loadChoices(call, draft.criteria)),
    ...{ id, name, status, timezone, draft },
    changed: unsaved !== null,
    // The values of a draft were loaded before.
    loaded: unsaved ? { ...loaded, loaded: unsaved.fields[LOADED] ?? '' } : loaded,
    next: status === 'active' ? momentIn(workflow.nextRunAt, user.timezone) : null,
    runs: runs.map(({ startedAt, completedAt: _, error, waitingFor, ...run }) => ({
      ...run,
      started: momentIn(startedAt, user.timezone),
      words: error ?? waitingFor,
    })),
  }
})

export const action = formAction(
  WorkflowForm,
  async ({ intent, draft }, { app, db, userId, params }, { merged, kept }) => {
    const id = params.id!
    const { timezone } = await getWorkflow(db, userId, id)
    if (intent !== 'save') return redirect(paths.workflow(id, draft))
    const now = await app.clock.now()
    await db.transaction(async (tx) => {
      const form = await merged(tx)
      const workflow = workflowOf(form, timezone, await getWorkflow(tx, userId, id))
      await updateWorkflowWithLists(tx, userId, id, { workflow, emailListIds: form.emailListIds }, now)
    })
    return redirectWithToast(app, paths.workflows(), {
      kind: 'success',
      title: 'Workflow updated successfully',
      text: kept(),
    })
  },
  {
    edits: {
      parts: WORKFLOW_PARTS,
      read: async (db, call) => workflowValues(await readStored(db, call)),
      lock: (tx, { userId, params }) => lockWorkflow(tx, userId, params.id!),
    },
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to update workflow')

/** A workflow on one page, with its run history. */
export default function EditWorkflowScreen() {
  const { id, name, status, hasKey, next, runs } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title="Edit Workflow"
        subtitle={next ? `${name} · next run ${next.words}` : name}
        badges={<StatusBadge status={status} />}
        back={{ to: paths.workflows(), label: 'Workflows' }}
      />
      {!hasKey && <KeyNotice />}
      <WorkflowFields />
      <div className="mt-8">
        <RunHistory workflowId={id} runs={runs} />
      </div>
      <Outlet />
    </>
  )
}

function WorkflowFields() {
  const { id, draft, changed, loaded, timezone, industryLabels, lists } = useLoaderData<typeof loader>()
  const response = useActionData<typeof action>()
  const edit = useEdit(response, loaded)
  const labels = { ...industryLabels, ...Object.fromEntries(lists.map((list) => [list.id, list.name])) }
  const { ref, form, fields, shown, toast } = useWorkflowForm(response, {
    draft,
    changed,
    path: paths.workflow(id),
    failure: 'Failed to update workflow',
  })
  const saving = useSubmitting({ name: 'intent', value: 'save' })
  return (
    <Form ref={ref} {...getFormProps(form)} method="post" className="space-y-4">
      {/* The first button of a form is what Enter presses. */}
      <button type="submit" name="intent" value="save" className="sr-only" tabIndex={-1} aria-hidden="true">
        Update Workflow
      </button>
      <InstantToast toast={toast} />
      <FormErrors errors={form.errors} id={form.errorId} />
      <EditFields edit={edit} words={workflowWords(labels)} />
      <TriggerFields
        {...{ fields, timezone, industryLabels }}
        draft={shown}
        filtersKey={JSON.stringify(draft.criteria)}
      />
      <Card title="Add to Email List" description="The target lists for the leads of each run">
        <ListChoice
          lists={lists}
          chosen={shown.emailListIds}
          createAt={`${paths.workflow(id)}/list`}
          errors={fields.emailListIds.errors}
        />
      </Card>
      <div className="flex flex-wrap justify-end gap-2">
        <LinkButton to={paths.workflows()}>Cancel</LinkButton>
        <Button variant="primary" name="intent" value="save" busy={saving && 'Updating...'}>
          Update Workflow
        </Button>
      </div>
    </Form>
  )
}

const back = { to: paths.workflows(), label: 'Back to Workflows' }

/** A malformed id counts as unknown; other failures use the specification's message. */
export function ErrorBoundary() {
  const { title, known } = describeError(useRouteError())
  if (['Not found', '404 Page Not Found'].includes(title))
    return <ErrorScreen title="Workflow not found" back={back} />
  if (!known)
    return <ErrorScreen title="Failed to fetch workflow" text="Please try again in a moment." back={back} />
  return <RouteError back={back} />
}

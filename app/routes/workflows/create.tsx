import { getFormProps } from '@conform-to/react'
import { redirect } from '@remix-run/node'
import { Form, Outlet, useActionData, useLoaderData } from '@remix-run/react'
import { OnceField } from '~/components/forms/once'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { useSubmitting } from '~/components/forms/use-submitting'
import { RouteError } from '~/components/page/error-screen'
import { titled } from '~/components/page/meta'
import { Button, LinkButton } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { FormErrors } from '~/components/ui/form-errors'
import { PageHeader } from '~/components/ui/page-header'
import { InstantToast } from '~/components/ui/toast-viewer'
import { KeyNotice } from '~/components/workflows/key-notice'
import { ListChoice } from '~/components/workflows/list-choice'
import { StepIndicator } from '~/components/workflows/step-indicator'
import { TriggerFields } from '~/components/workflows/trigger-fields'
import { useWorkflowForm } from '~/components/workflows/use-workflow-form'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { draftEntries, NEW_DRAFT, readWorkflowDraft } from '~/models/workflows/draft'
import { WorkflowForm, workflowOf } from '~/models/workflows/form'
import { createWorkflowWithLists } from '~/models/workflows/step.server'
import { paths } from '~/paths'
import { loadChoices } from './choices.server'

export const meta = titled('Create Workflow')

export const loader = page(async (call) => {
  const { url, user } = call
  const draft = readWorkflowDraft(url.searchParams)
  return {
    ...(await loadChoices(call, draft?.criteria)),
    timezone: user.timezone,
    draft: draft ?? NEW_DRAFT,
    changed: draft !== null,
    // The second step needs the values of the first one.
    step: draft?.fields.name && url.searchParams.get('step') === 'lists' ? 2 : 1,
  }
})

export const action = formAction(
  WorkflowForm,
  async (form, { app, db, userId, user }) => {
    const { intent, draft, emailListIds } = form
    if (intent === 'next') return redirect(paths.newWorkflow(draft, 'lists'))
    if (intent !== 'save') return redirect(paths.newWorkflow(draft))
    const workflow = workflowOf(form, user.timezone)
    await createWorkflowWithLists(db, userId, { workflow, emailListIds }, await app.clock.now())
    return redirectWithToast(app, paths.workflows(), {
      kind: 'success',
      title: 'Workflow created successfully',
    })
  },
  { once: { when: ({ intent }) => intent === 'save' } },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to create workflow')

/** The wizard: schedule and criteria, then the lists. */
export default function CreateWorkflowScreen() {
  const { hasKey, step } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader title="Create Workflow" back={{ to: paths.workflows(), label: 'Workflows' }} />
      {!hasKey && <KeyNotice />}
      <StepIndicator step={step} />
      {step === 1 ? <TriggerStep /> : <ActionsStep />}
      <Outlet />
    </>
  )
}

function TriggerStep() {
  const { draft, changed, timezone, industryLabels } = useLoaderData<typeof loader>()
  const { ref, form, fields, shown, toast } = useWorkflowForm(useActionData<typeof action>(), {
    draft,
    changed,
    path: paths.newWorkflow(),
    failure: 'Failed to create workflow',
  })
  return (
    <Form ref={ref} {...getFormProps(form)} method="post" className="space-y-4">
      {/* The first button of a form is what Enter presses. */}
      <button type="submit" name="intent" value="next" className="sr-only" tabIndex={-1} aria-hidden="true">
        Next
      </button>
      <InstantToast toast={toast} />
      <FormErrors errors={form.errors} id={form.errorId} />
      <OnceField />
      {shown.emailListIds.map((id) => (
        <input key={id} type="hidden" name="emailListIds" value={id} />
      ))}
      <TriggerFields
        {...{ fields, timezone, industryLabels }}
        draft={shown}
        filtersKey={JSON.stringify(draft.criteria)}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <LinkButton to={paths.workflows()}>Cancel</LinkButton>
        <Button variant="primary" name="intent" value="next">
          Next: Configure Actions
        </Button>
      </div>
    </Form>
  )
}

/** Fields of the first step that the second step's submission can be refused for. */
const TRIGGER = ['name', 'startAt', 'endAt', 'frequencyInterval', 'leadLimit'] as const

function ActionsStep() {
  const { draft, changed, lists } = useLoaderData<typeof loader>()
  const { ref, form, fields, shown, toast } = useWorkflowForm(useActionData<typeof action>(), {
    draft,
    changed,
    path: paths.newWorkflow(),
    failure: 'Failed to create workflow',
  })
  const saving = useSubmitting({ name: 'intent', value: 'save' })
  const carried = draftEntries({ ...shown, emailListIds: [] })
  return (
    <Form ref={ref} {...getFormProps(form)} method="post" className="space-y-4">
      <button type="submit" name="intent" value="save" className="sr-only" tabIndex={-1} aria-hidden="true">
        Create Workflow
      </button>
      <input type="hidden" name="step" value="lists" />
      {carried.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <InstantToast toast={toast} />
      <FormErrors
        errors={form.errors ?? TRIGGER.map((name) => fields[name].errors).find(Boolean)}
        id={form.errorId}
      />
      <Card title="Add to Email List" description="The target lists for the leads of each run">
        <ListChoice
          lists={lists}
          chosen={shown.emailListIds}
          createAt={`${paths.newWorkflow()}/list`}
          errors={fields.emailListIds.errors}
        />
      </Card>
      <div className="flex flex-wrap justify-end gap-2">
        <Button name="intent" value="back">
          Back
        </Button>
        <Button variant="primary" name="intent" value="save" busy={saving && 'Creating...'}>
          Create Workflow
        </Button>
      </div>
    </Form>
  )
}

export const ErrorBoundary = () => <RouteError back={{ to: paths.workflows(), label: 'Back to Workflows' }} />

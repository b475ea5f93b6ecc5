import { Form, Link, useLoaderData, useParams } from '@remix-run/react'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { useSubmitting } from '~/components/forms/use-submitting'
import { titled } from '~/components/page/meta'
import { Button, LinkButton } from '~/components/ui/button'
import { CancelLink, DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { formatCount } from '~/components/ui/numbers'
import { frequencyWords } from '~/components/workflows/frequency'
import { buttonAction } from '~/http/button.server'
import { redirectWithToast } from '~/http/flash.server'
import { page } from '~/http/page.server'
import { estimateWorkflow } from '~/models/workflows/estimate.server'
import { updateWorkflow } from '~/models/workflows/workflow.server'
import { paths } from '~/paths'

export const meta = titled('Activate Workflow')

export const loader = page(async ({ db, userId, params }) => estimateWorkflow(db, userId, params.id!))

const FAILED = 'Failed to update workflow status'

export const action = buttonAction(
  z.object({}),
  { failure: FAILED, back: () => paths.workflows() },
  async (_, { app, db, userId, params }) => {
    await updateWorkflow(db, userId, params.id!, { status: 'active' }, await app.clock.now())
    return redirectWithToast(app, paths.workflows(), {
      kind: 'success',
      title: 'Workflow activated successfully',
    })
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure(FAILED)

/** Confirms the activation of a workflow, with the cost and the effects of its runs. */
export default function ActivateWorkflowDialog() {
  const { name, leadLimit, frequencyType, frequencyInterval, lists, sequences } =
    useLoaderData<typeof loader>()
  const { id } = useParams<{ id: string }>()
  const busy = useSubmitting()
  const limit = formatCount(leadLimit)
  const isOne = leadLimit === 1
  const often = frequencyWords(frequencyType, frequencyInterval, 'Once')
  return (
    <RouteDialog title="Activate Workflow" closeTo={paths.workflows()}>
      <Form method="post" preventScrollReset className="space-y-4">
        <p className="text-sm text-muted break-words">
          {lists.length > 0
            ? `Activate “${name}”? It will:`
            : `“${name}” has no email list for the contacts that it finds. Choose one first. Then it will:`}
        </p>
        <dl className="divide-y divide-line rounded-md border border-line text-sm">
          <Fact label="Run">{often}</Fact>
          <Fact label="Spend">
            About {limit} Apollo {isOne ? 'credit' : 'credits'} per run
            <span className="block font-normal text-muted">
              One for each person found, so more if some have no email or are contacts already.
            </span>
          </Fact>
          <Fact label="Add">
            {lists.length > 0
              ? `Up to ${limit} new ${isOne ? 'contact' : 'contacts'} per run to ${lists.join(', ')}`
              : `Up to ${limit} new ${isOne ? 'contact' : 'contacts'} per run to the list that you choose`}
          </Fact>
          <Fact label="Enroll">
            {sequences.length === 0
              ? 'No contacts: no active sequence is linked to these lists'
              : sequences.map((sequence, index) => (
                  <span key={sequence.id}>
                    {index > 0 && ', '}
                    <Link to={paths.sequence(sequence.id)} className="underline">
                      {sequence.name}
                    </Link>
                    {!sequence.running && ' (not running)'}
                  </span>
                ))}
          </Fact>
        </dl>
        <DialogActions>
          <CancelLink to={paths.workflows()} />
          {lists.length > 0 ? (
            <Button variant="primary" busy={busy && 'Activating...'}>
              Activate
            </Button>
          ) : (
            <LinkButton variant="primary" to={paths.workflow(id!)}>
              Choose an email list
            </LinkButton>
          )}
        </DialogActions>
      </Form>
    </RouteDialog>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex gap-3 px-3 py-2.5">
    <dt className="w-16 shrink-0 text-muted">{label}</dt>
    <dd className="min-w-0 font-medium break-words">{children}</dd>
  </div>
)

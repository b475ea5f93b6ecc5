import { Form } from '@remix-run/react'
import { usePendingForm } from '~/components/forms/use-pending-form'
import { Badge, type Tone } from '~/components/ui/badge'
import { Button, LinkButton } from '~/components/ui/button'
import { Pause, Play } from '~/components/ui/icons'
import { paths } from '~/paths'

export type WorkflowStatus = 'draft' | 'active' | 'paused' | 'completed'

const looks: Record<Exclude<WorkflowStatus, 'draft'>, { tone: Tone; label: string }> = {
  active: { tone: 'success', label: 'Active' },
  paused: { tone: 'warning', label: 'Paused' },
  completed: { tone: 'info', label: 'Completed' },
}

/** The status of a workflow. */
export function StatusBadge({ status }: { status: WorkflowStatus }) {
  const { tone, label } = status === 'draft' ? ({ tone: 'neutral', label: 'Draft' } as const) : looks[status]
  return (
    <Badge tone={tone} dot>
      {label}
    </Badge>
  )
}

/** The status of a workflow, or the requested one while the request is pending. */
export function useWorkflowStatus(workflow: { id: string; status: WorkflowStatus }): WorkflowStatus {
  const asked = usePendingForm(paths.workflowStatus(workflow.id))?.get('status')
  return asked === 'active' || asked === 'paused' ? asked : workflow.status
}

/** Pause is an optimistic form; Activate asks first, because it spends credits. A completed workflow has neither. */
export function StatusButton({
  workflow,
}: {
  workflow: { id: string; name: string; status: WorkflowStatus }
}) {
  const status = useWorkflowStatus(workflow)
  if (status === 'completed') return null
  if (status !== 'active')
    return (
      <LinkButton
        to={paths.activateWorkflow(workflow.id)}
        preventScrollReset
        size="sm"
        icon={<Play aria-hidden="true" />}
        aria-label={`Activate ${workflow.name}`}
      >
        Activate
      </LinkButton>
    )
  return (
    <Form method="post" action={paths.workflowStatus(workflow.id)} navigate={false}>
      <Button
        name="status"
        value="paused"
        size="sm"
        icon={<Pause aria-hidden="true" />}
        aria-label={`Pause ${workflow.name}`}
      >
        Pause
      </Button>
    </Form>
  )
}

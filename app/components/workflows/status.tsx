import { Form } from '@remix-run/react'
import { Pause, Play } from 'lucide-react'
import { useAsked } from '~/components/forms/use-asked'
import { Badge, type Tone } from '~/components/ui/badge'
import { Button, LinkButton } from '~/components/ui/button'
import { paths } from '~/paths'

export type WorkflowStatus = 'draft' | 'active' | 'paused' | 'completed'

const looks: Record<Exclude<WorkflowStatus, 'draft'>, { tone: Tone; label: string }> = {
  active: { tone: 'success', label: 'Active' },
  paused: { tone: 'warning', label: 'Paused' },
  completed: { tone: 'info', label: 'Completed' },
}

/** What a workflow is doing. */
export function StatusBadge({ status }: { status: WorkflowStatus }) {
  const { tone, label } = status === 'draft' ? ({ tone: 'neutral', label: 'Draft' } as const) : looks[status]
  return (
    <Badge tone={tone} dot>
      {label}
    </Badge>
  )
}

/** The state of a workflow, or the one that is asked for until the answer is there. */
export function useWorkflowStatus(workflow: { id: string; status: WorkflowStatus }): WorkflowStatus {
  const asked = useAsked(paths.workflowStatus(workflow.id))?.get('status')
  return asked === 'active' || asked === 'paused' ? asked : workflow.status
}

/** Pause is a form of its own, optimistic with scripts; Activate asks first, for it spends credits. What is completed has neither. */
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

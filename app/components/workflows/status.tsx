import { Form } from '@remix-run/react'
import { Pause, Play } from 'lucide-react'
import { paths } from '~/paths'
import { Badge, type Tone } from '../badge'
import { Button } from '../button'
import { useAsked } from '../use-asked'

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

/** Pause or Activate: a form of its own, optimistic with scripts. What is completed has none. */
export function StatusButton({
  workflow,
}: {
  workflow: { id: string; name: string; status: WorkflowStatus }
}) {
  const status = useWorkflowStatus(workflow)
  if (status === 'completed') return null
  const active = status === 'active'
  const Icon = active ? Pause : Play
  return (
    <Form method="post" action={paths.workflowStatus(workflow.id)} navigate={false}>
      <Button
        name="status"
        value={active ? 'paused' : 'active'}
        size="sm"
        icon={<Icon aria-hidden="true" />}
        aria-label={`${active ? 'Pause' : 'Activate'} ${workflow.name}`}
      >
        {active ? 'Pause' : 'Activate'}
      </Button>
    </Form>
  )
}

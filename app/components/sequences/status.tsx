import { Form } from '@remix-run/react'
import { usePendingForm } from '~/components/forms/use-pending-form'
import { Badge, type Tone } from '~/components/ui/badge'
import { Button, type ButtonSize } from '~/components/ui/button'
import { Pause, Play } from '~/components/ui/icons'
import { paths } from '~/paths'

/** The tabs of a sequence's screens. */
export type SequenceTab = 'detail' | 'people' | 'forecast' | 'report' | 'versions' | 'settings'

export type SequenceStatus = 'draft' | 'running' | 'paused'

const looks: Record<SequenceStatus, { tone: Tone; label: string }> = {
  draft: { tone: 'neutral', label: 'Draft' },
  running: { tone: 'success', label: 'Running' },
  paused: { tone: 'warning', label: 'Paused' },
}

/** The status of a sequence. */
export const StatusBadge = ({ status }: { status: SequenceStatus }) => (
  <Badge tone={looks[status].tone} dot>
    {looks[status].label}
  </Badge>
)

/** The tooltip of the button while the sequence has no steps. */
export const NO_STEPS = 'Add at least one step before you activate the sequence'

/** The status of a sequence, or the requested one while the request is pending. */
export function useSequenceStatus(sequence: { id: string; status: SequenceStatus }): SequenceStatus {
  const asked = usePendingForm(paths.sequenceStatus(sequence.id))?.get('status')
  return asked === 'running' || asked === 'paused' ? asked : sequence.status
}

export interface StatusButtonProps {
  sequence: { id: string; status: SequenceStatus }
  stepCount: number
  /** The screen to return to. */
  from: 'list' | SequenceTab
  labels: { activate: string; pause: string }
  size?: ButtonSize
  primary?: boolean
}

/** Activate or Pause: a form of its own, optimistic with scripts. */
export function StatusButton({ sequence, stepCount, from, labels, size, primary }: StatusButtonProps) {
  const status = useSequenceStatus(sequence)
  const running = status === 'running'
  const Icon = running ? Pause : Play
  const barred = !running && stepCount === 0
  return (
    <Form method="post" action={paths.sequenceStatus(sequence.id)} navigate={false}>
      <input type="hidden" name="from" value={from} />
      <Button
        name="status"
        value={running ? 'paused' : 'running'}
        size={size}
        variant={primary && !running ? 'primary' : 'secondary'}
        icon={<Icon className={size === 'sm' ? 'max-sm:hidden' : undefined} aria-hidden="true" />}
        disabled={barred}
        title={barred ? NO_STEPS : undefined}
      >
        {running ? labels.pause : labels.activate}
      </Button>
    </Form>
  )
}

import clsx from 'clsx'
import { formatCount } from '~/components/ui/numbers'
import type { StepStat } from './step-table'

const parts = [
  { label: 'Sent', colour: 'bg-accent', of: (step: StepStat) => step.totalSent },
  { label: 'Opened', colour: 'bg-info', of: (step: StepStat) => step.totalOpened },
  { label: 'Replied', colour: 'bg-warning', of: (step: StepStat) => step.totalReplied },
]

/** Sent, opened and replied per step: bars on one scale; the longest is the most sent. */
export function StepFunnel({ steps }: { steps: readonly StepStat[] }) {
  const most = Math.max(1, ...steps.map((step) => step.totalSent))
  return (
    <ol className="space-y-5">
      {steps.map((step) => (
        <li key={step.stepId} className="min-w-0">
          <p className="text-sm font-medium break-words">{step.stepName}</p>
          <dl className="mt-1.5 space-y-1">
            {parts.map(({ label, colour, of }) => (
              <div key={label} className="flex items-center gap-3 text-xs">
                <dt className="w-13 shrink-0 text-muted">{label}</dt>
                <dd className="flex min-w-0 grow items-center gap-2">
                  <span
                    aria-hidden="true"
                    className={clsx(
                      'h-3 min-w-px shrink rounded-xs',
                      of(step) > 0 ? colour : 'bg-line-strong',
                    )}
                    style={{ width: `${(of(step) / most) * 100}%` }}
                  />
                  <span className="shrink-0 font-medium tabular-nums">{formatCount(of(step))}</span>
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ol>
  )
}

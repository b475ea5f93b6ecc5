import clsx from 'clsx'

const STEPS = ['Trigger & Criteria', 'Actions']

/** The current step of the wizard. @param step from 1 */
export const StepIndicator = ({ step }: { step: number }) => (
  <ol aria-label="Steps" className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-2">
    {STEPS.map((name, index) => (
      <li
        key={name}
        aria-current={index + 1 === step ? 'step' : undefined}
        className={clsx(
          'flex items-center gap-2 text-sm font-medium',
          index + 1 === step ? 'text-ink' : 'text-muted',
          index > 0 && 'before:mr-1 before:h-px before:w-6 before:bg-line-strong',
        )}
      >
        <span
          aria-hidden="true"
          className={clsx(
            'grid size-6 place-items-center rounded-full text-xs tabular-nums',
            index + 1 <= step ? 'bg-accent text-on-accent' : 'bg-sunken text-muted',
          )}
        >
          {index + 1}
        </span>
        {name}
      </li>
    ))}
  </ol>
)

import clsx from 'clsx'

const fills = { accent: 'bg-accent', warning: 'bg-warning', danger: 'bg-danger' }

export interface ProgressBarProps {
  label: string
  value: number
  max?: number
  tone?: keyof typeof fills
  /** Read out instead of a percentage: "40 of 100 emails". */
  valueText?: string
}

/** A progress bar. Without a `max` above zero it is empty. */
export function ProgressBar({ label, value, max = 100, tone = 'accent', valueText }: ProgressBarProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(value, max)}
      aria-valuetext={valueText}
      className="h-1.5 w-full overflow-hidden rounded-full bg-hover ring-1 ring-line ring-inset"
    >
      <div
        className={clsx('h-full rounded-full transition-[width] duration-300', fills[tone])}
        style={{ width: `${share * 100}%` }}
      />
    </div>
  )
}

export interface QuotaBarProps {
  label: string
  used: number
  limit: number
  /** The unit in the text: "emails". */
  unit?: string
}

/** The used share of a limit: yellow from 80 %, red at the limit, and always stated in words too. */
export function QuotaBar({ label, used, limit, unit = 'emails' }: QuotaBarProps) {
  const tone = used >= limit ? 'danger' : used >= limit * 0.8 ? 'warning' : 'accent'
  const left = Math.max(0, limit - used)
  const words =
    tone === 'danger' ? 'Limit reached' : tone === 'warning' ? `Only ${left} left` : `${left} left`
  const ink = { accent: 'text-muted', warning: 'text-warning-ink', danger: 'text-danger-ink' }[tone]
  return (
    <div className="min-w-0">
      <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-3 text-xs">
        <span className="text-muted">{label}</span>
        <span className="tabular-nums">
          <span className="font-medium">
            {used} / {limit}
          </span>{' '}
          <span className={ink}>· {words}</span>
        </span>
      </div>
      <ProgressBar
        label={label}
        value={used}
        max={limit}
        tone={tone}
        valueText={`${used} of ${limit} ${unit}. ${words}`}
      />
    </div>
  )
}

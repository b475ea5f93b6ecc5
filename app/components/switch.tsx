import { useFetcher } from '@remix-run/react'
import clsx from 'clsx'

export interface SwitchProps {
  /** Name of the setting; shown beside the switch unless `hideLabel`. */
  label: string
  hideLabel?: boolean
  /** The field that is sent, as `true` or `false`: the new state. */
  name: string
  checked: boolean
  /** Where the form posts to; the current route by default. */
  action?: string
  /** Further fields of the form, such as `intent`. */
  fields?: Record<string, string>
  disabled?: boolean
}

/** An on/off setting that is saved at once: a submit button, so it works without scripts; with them it moves first. */
export function Switch({ label, hideLabel, name, checked, action, fields, disabled }: SwitchProps) {
  const fetcher = useFetcher()
  const on = fetcher.formData ? fetcher.formData.get(name) === 'true' : checked
  return (
    <fetcher.Form method="post" action={action} className="inline-flex">
      {Object.entries(fields ?? {}).map(([key, value]) => (
        <input key={key} type="hidden" name={key} value={value} />
      ))}
      <button
        type="submit"
        role="switch"
        aria-checked={on}
        aria-label={hideLabel ? label : undefined}
        name={name}
        value={on ? 'false' : 'true'}
        disabled={disabled}
        className="group inline-flex min-h-7 items-center gap-2.5 rounded-md text-sm font-medium disabled:opacity-60 max-sm:min-h-11"
      >
        <span
          className={clsx(
            'flex h-5 w-9 shrink-0 items-center rounded-full p-0.5 transition-colors',
            on ? 'bg-accent' : 'bg-control',
          )}
        >
          <span
            className={clsx(
              'size-4 rounded-full bg-surface shadow-card transition-transform duration-150',
              on && 'translate-x-4',
            )}
          />
        </span>
        {!hideLabel && label}
      </button>
    </fetcher.Form>
  )
}

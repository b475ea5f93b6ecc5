import clsx from 'clsx'

export type TemplateType = 'html' | 'builder'

const TYPES: { value: TemplateType; label: string }[] = [
  { value: 'html', label: 'HTML Editor' },
  { value: 'builder', label: 'Visual Builder' },
]

/** Selects the editor of a template. */
export function TypeChoice({ value, change }: { value: TemplateType; change(next: TemplateType): void }) {
  return (
    <fieldset className="flex gap-0.5 rounded-md border border-line bg-sunken p-0.5">
      <legend className="sr-only">Type</legend>
      {TYPES.map((one) => (
        <label
          key={one.value}
          className={clsx(
            'cursor-pointer rounded-sm px-2.5 py-1 text-sm font-medium has-focus-visible:outline-2 has-focus-visible:outline-ring max-sm:py-2',
            'text-muted has-checked:bg-surface has-checked:text-ink has-checked:shadow-card',
          )}
        >
          <input
            type="radio"
            name="templateType"
            value={one.value}
            checked={value === one.value}
            onChange={() => change(one.value)}
            className="sr-only"
          />
          {one.label}
        </label>
      ))}
    </fieldset>
  )
}

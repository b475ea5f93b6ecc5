import clsx from 'clsx'
import { useHydrated } from '~/components/ui/use-hydrated'

/** How the body is edited. A text is stored as HTML. */
export type BodyView = 'text' | 'html' | 'builder'

const TYPES: { value: BodyView; label: string }[] = [
  { value: 'text', label: 'Text' },
  { value: 'html', label: 'HTML Editor' },
  { value: 'builder', label: 'Visual Builder' },
]

interface TypeChoiceProps {
  value: BodyView
  change(next: BodyView): void
}

/** Selects the editor of a template. Texts need scripts: without them their HTML is edited. */
export function TypeChoice({ value, change }: TypeChoiceProps) {
  const hydrated = useHydrated()
  const offered = TYPES.filter((option) => hydrated || option.value !== 'text')
  const checked = hydrated || value !== 'text' ? value : 'html'
  return (
    <fieldset className="flex gap-0.5 rounded-md border border-line bg-sunken p-0.5">
      <legend className="sr-only">Type</legend>
      {offered.map((option) => (
        <label
          key={option.value}
          className={clsx(
            'cursor-pointer rounded-sm px-2.5 py-1 text-sm font-medium has-focus-visible:outline-2 has-focus-visible:outline-ring max-sm:py-2',
            'text-muted has-checked:bg-surface has-checked:text-ink has-checked:shadow-card',
          )}
        >
          <input
            type="radio"
            name="templateType"
            value={option.value === 'text' ? 'html' : option.value}
            checked={checked === option.value}
            onChange={() => change(option.value)}
            className="sr-only"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}

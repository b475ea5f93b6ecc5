import clsx from 'clsx'
import { useRootData } from '~/components/page/root-data'
import { Monitor, Moon, Sun } from '~/components/ui/icons'
import { PreferenceForm, usePreference } from './preference-form'

const choices = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
]

/** The three themes side by side. */
export function ThemeChoice() {
  const { pending } = usePreference('theme')
  const root = useRootData()
  const theme = pending ?? root?.theme ?? 'system'
  return (
    <PreferenceForm name="theme" className="flex items-center justify-between gap-3 px-2.5 py-1">
      <span className="text-sm">Theme</span>
      <span className="flex rounded-md border border-line bg-sunken p-px">
        {choices.map(({ value, label, icon: Icon }) => (
          <button
            key={value}
            type="submit"
            name="theme"
            value={value}
            aria-label={`${label} theme`}
            aria-pressed={theme === value}
            className={clsx(
              'grid size-6.5 place-items-center rounded-[5px] max-md:size-9',
              theme === value
                ? 'bg-raised text-ink shadow-card ring-1 ring-line'
                : 'text-muted hover:text-ink',
            )}
          >
            <Icon className="size-3.5" aria-hidden="true" />
          </button>
        ))}
      </span>
    </PreferenceForm>
  )
}

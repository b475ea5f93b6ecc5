import clsx from 'clsx'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '~/components/ui/button'
import { Plus, X } from '~/components/ui/icons'
import { useHydrated } from '~/components/ui/use-hydrated'
import { SUGGEST_MIN } from '~/models/leads/choices'
import { type FilterType, type Suggestion, useSuggestions } from './use-suggestions'

/** A choice: a field of the form. */
export interface Chip {
  name: string
  value: string
  label: string
}

export interface ChipFieldProps {
  label: string
  filterType: FilterType
  /** The form field for texts. */
  name: string
  /** The form field for ids, if the vendor has ids. */
  idName?: string
  /** The form field of the text box, without scripts. */
  custom: string
  placeholder: string
  initial: Chip[]
  /** Shown between the label and the box. */
  children?: ReactNode
}

/** A type-ahead box; each selected suggestion becomes a removable chip, without duplicates. */
export function ChipField({
  label,
  filterType,
  name,
  idName,
  custom,
  placeholder,
  initial,
  children,
}: ChipFieldProps) {
  const [chips, setChips] = useState(initial)
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const hydrated = useHydrated()
  const box = useRef<HTMLInputElement>(null)
  const id = useId()
  const { list, busy } = useSuggestions(filterType, open ? text : '')
  // Keeps text typed before hydration. Read at once, because the next render clears the box.
  useEffect(() => {
    const typed = box.current?.value
    if (typed) setText(typed)
  }, [])

  const add = (chip: Chip) => {
    const isThere = (other: Chip) => other.label.toLowerCase() === chip.label.toLowerCase()
    setChips((before) => (before.some(isThere) ? before : [...before, chip]))
    setText('')
    setAt(-1)
    setOpen(false)
    box.current?.focus()
  }
  const addOwn = () => {
    const own = text.trim()
    if (own) add({ name, value: own, label: own })
  }
  const pick = ({ name: words, id: found }: Suggestion) =>
    add(found && idName ? { name: idName, value: found, label: words } : { name, value: words, label: words })
  const remove = (chip: Chip) => {
    setChips((before) => before.filter((other) => other !== chip))
    box.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && list.length > 0) {
      event.preventDefault()
      setOpen(true)
      setAt((before) => (before + step + list.length + (before < 0 && step < 0 ? 1 : 0)) % list.length)
    } else if (event.key === 'Enter' && text.trim()) {
      event.preventDefault()
      const chosen = open ? list[at] : undefined
      if (chosen) pick(chosen)
      else addOwn()
    } else if (event.key === 'Escape' && open && text) {
      // Escape closes the list, but not a dialog around it.
      event.preventDefault()
      event.stopPropagation()
      setOpen(false)
    }
  }
  const showing = open && list.length > 0
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      {children}
      <div className="relative">
        <input
          ref={box}
          id={`${id}box`}
          // With scripts only the chips are sent.
          name={hydrated ? undefined : custom}
          value={text}
          onChange={({ currentTarget: { value } }) => {
            setText(value)
            setAt(-1)
            setOpen(true)
          }}
          onKeyDown={onKeyDown}
          onBlur={() => setOpen(false)}
          type="text"
          maxLength={200}
          autoComplete="off"
          role="combobox"
          aria-label={label}
          aria-autocomplete="list"
          aria-expanded={showing}
          aria-controls={showing ? `${id}list` : undefined}
          aria-activedescendant={showing && at >= 0 ? `${id}option${at}` : undefined}
          aria-describedby={`${id}hint`}
          placeholder={placeholder}
          className="control"
        />
        <div className="mt-0.5 flex min-h-7 items-start justify-between gap-2 max-sm:min-h-10">
          <p id={`${id}hint`} role="status" className="pt-1.5 text-xs text-muted max-sm:pt-3">
            {hint(text, busy, open, list.length)}
          </p>
          <Button
            variant="ghost"
            size="sm"
            name="intent"
            value={`add-${name}`}
            className="-mr-2.5"
            icon={<Plus aria-hidden="true" />}
            aria-label={`Use custom: ${label}`}
            onClick={(event) => {
              if (!hydrated) return
              event.preventDefault()
              addOwn()
              box.current?.focus()
            }}
          >
            Use custom
          </Button>
        </div>
        {showing && (
          <div
            id={`${id}list`}
            role="listbox"
            aria-label={`${label}: suggestions`}
            className="absolute inset-x-0 top-full z-30 mt-1 max-h-64 overflow-y-auto rounded-md bg-raised p-1 shadow-pop"
          >
            {list.map((suggestion, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the box handles the keys and keeps the focus
              // biome-ignore lint/a11y/useFocusableInteractive: the box refers to it by aria-activedescendant
              <div
                key={suggestion.name}
                id={`${id}option${index}`}
                role="option"
                aria-selected={index === at}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => pick(suggestion)}
                className={clsx(
                  'flex min-h-8 cursor-pointer items-center rounded-sm px-2 text-sm break-words hover:bg-hover max-sm:min-h-11',
                  index === at && 'bg-accent-soft text-accent-ink',
                )}
              >
                {suggestion.name}
              </div>
            ))}
          </div>
        )}
      </div>
      {chips.length > 0 && (
        <ul aria-label={`${label}: chosen`} className="mt-1 flex flex-wrap gap-1.5">
          {chips.map((chip) => (
            <li
              key={`${chip.name} ${chip.value}`}
              className="flex min-h-7 max-w-full items-center rounded-md bg-accent-soft pl-2 text-xs font-medium text-accent-ink max-sm:min-h-9"
            >
              <input type="hidden" name={chip.name} value={chip.value} />
              <span className="min-w-0 break-words">{chip.label}</span>
              <button
                type="submit"
                name="intent"
                value={`remove-${chip.name}:${chip.value}`}
                aria-label={`Remove ${chip.label}`}
                onClick={(event) => {
                  if (!hydrated) return
                  event.preventDefault()
                  remove(chip)
                }}
                className="grid size-7 shrink-0 place-items-center rounded-md hover:bg-hover max-sm:size-9"
              >
                <X className="size-3.5" aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  )
}

function hint(text: string, busy: boolean, open: boolean, found: number): string {
  const length = text.trim().length
  if (length === 0) return ''
  if (length < SUGGEST_MIN) return 'Type at least 2 characters to search.'
  if (busy) return 'Searching...'
  if (!open) return ''
  return found > 0
    ? `${found} suggestion${found === 1 ? '' : 's'}`
    : 'No suggestions. Use custom adds your own text.'
}

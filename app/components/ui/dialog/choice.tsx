import { type ReactNode, useId } from 'react'

interface ChoiceProps {
  name: string
  value: string
  label: string
  isChosen: boolean
  /** What choosing it means. */
  children: ReactNode
}

/** One of several things that may happen, with what it means. */
export function Choice({ name, value, label, isChosen, children }: ChoiceProps) {
  const id = useId()
  return (
    <div className="flex items-start gap-2.5 px-3 py-2.5 has-checked:bg-sunken">
      <input
        id={id}
        type="radio"
        name={name}
        value={value}
        defaultChecked={isChosen}
        data-answered=""
        aria-describedby={`${id}-means`}
        className="mt-0.5 size-4 shrink-0 accent-accent"
      />
      <div className="min-w-0 grow">
        <label htmlFor={id} className="block font-medium">
          {label}
        </label>
        <div id={`${id}-means`} className="text-muted">
          {children}
        </div>
      </div>
    </div>
  )
}

/** The frame around choices, with the question. */
export const Choices = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <fieldset className="min-w-0">
    <legend className="mb-1.5 font-medium">{legend}</legend>
    <div className="divide-y divide-line overflow-hidden rounded-md border border-line">{children}</div>
  </fieldset>
)

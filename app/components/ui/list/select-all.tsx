import clsx from 'clsx'
import { useEffect, useRef, useState } from 'react'

/**
 * The tick boxes of this name in a form: how many are ticked, and a way to tick or clear all. Pass `count` to the form's `onChange`.
 * @param rows rows that go away are no longer counted
 */
export function useTicked(name: string, rows: readonly unknown[]) {
  const form = useRef<HTMLFormElement>(null)
  const [ticked, setTicked] = useState(0)
  const boxes = () => [...(form.current?.querySelectorAll<HTMLInputElement>(`[name=${name}]`) ?? [])]
  const count = () => setTicked(boxes().filter((box) => box.checked).length)
  const tickAll = (checked: boolean) => {
    for (const box of boxes()) box.checked = checked
    count()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted again when the rows change
  useEffect(count, [rows])
  return { form, ticked, count, tickAll }
}

export interface SelectAllProps {
  /** How many rows are ticked, of how many. */
  ticked: number
  all: number
  onChange(checked: boolean): void
  label?: string
  className?: string
}

/** Ticks or clears all rows of a page. Needs scripts. */
export const SelectAll = ({
  ticked,
  all,
  onChange,
  label = 'Select all on this page',
  className = 'min-h-9',
}: SelectAllProps) => (
  <label className={clsx('flex items-center gap-3 text-sm font-medium', className)}>
    <input
      type="checkbox"
      className="size-4 accent-accent"
      checked={all > 0 && ticked === all}
      ref={(box) => {
        if (box) box.indeterminate = ticked > 0 && ticked < all
      }}
      onChange={({ currentTarget: { checked } }) => onChange(checked)}
    />
    {label}
  </label>
)

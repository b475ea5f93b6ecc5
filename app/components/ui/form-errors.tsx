import { useEffect, useRef } from 'react'

/**
 * The errors of a whole form. They are announced, and take the focus when they appear after a submit.
 * Use with conform: `<FormErrors errors={form.errors} id={form.errorId} />`.
 */
export function FormErrors({ errors, id }: { errors?: string[] | null; id?: string }) {
  const box = useRef<HTMLDivElement>(null)
  const text = errors?.join('\n') ?? ''
  useEffect(() => {
    if (text) box.current?.focus()
  }, [text])
  if (!text) return null
  return (
    <div
      ref={box}
      id={id}
      role="alert"
      tabIndex={-1}
      className="rounded-md border border-danger/30 bg-danger-soft px-3 py-2 text-sm text-danger-ink"
    >
      {text.split('\n').map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  )
}

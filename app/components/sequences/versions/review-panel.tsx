import { useEffect, useId, useRef } from 'react'
import type { Difference } from '~/models/sequences/versions/difference'
import type { Review } from '~/models/sequences/versions/review'

/** What a change of a running sequence does. It takes the focus, because it replaces what the user was editing. */
export function ReviewPanel({ review, focused = true }: { review: Review; focused?: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  useEffect(() => {
    if (focused) heading.current?.focus()
  }, [focused])
  const [title, ...told] = review.effect
  return (
    <section className="space-y-3 text-sm" aria-labelledby={id}>
      <h3
        ref={heading}
        id={id}
        tabIndex={-1}
        // biome-ignore lint/a11y/noAutofocus: without scripts, the review would be out of view
        autoFocus={focused}
        className="font-semibold outline-none"
      >
        Review change
      </h3>
      {review.isOutdated && (
        <p
          role="alert"
          className="rounded-md border border-warning/40 bg-warning-soft px-3 py-2 text-warning-ink"
        >
          The sequence has changed since you reviewed this. Check the effect again, then save.
        </p>
      )}
      {review.differences.length > 0 ? (
        <DifferenceList differences={review.differences} />
      ) : (
        <p className="text-muted">Nothing changes: the sequence is as this version.</p>
      )}
      {title && (
        <div className="rounded-md border border-line bg-sunken px-3 py-2.5">
          <h4 className="font-medium">{title}</h4>
          <ul className="mt-1 list-disc space-y-0.5 pl-4.5">
            {told.map((sentence) => (
              <li key={sentence} className="break-words">
                {sentence}
              </li>
            ))}
          </ul>
          <p className="mt-2 text-xs text-muted">
            Assumes no further reactions. Daily limits and spacing can delay emails.
          </p>
        </div>
      )}
    </section>
  )
}

/** The differences between two states of a sequence. */
export const DifferenceList = ({ differences }: { differences: readonly Difference[] }) => (
  <ul className="space-y-1.5 text-sm">
    {differences.map(({ part, changes }) => (
      <li key={part + changes.join()} className="break-words">
        <span className="font-medium">{part}</span>
        <span className="text-muted">: {changes.join('; ')}</span>
      </li>
    ))}
  </ul>
)

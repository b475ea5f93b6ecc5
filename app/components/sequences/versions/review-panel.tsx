import { useEffect, useId, useRef } from 'react'
import { Choice, Choices } from '~/components/ui/dialog/choice'
import type { Difference } from '~/models/sequences/versions/difference'
import type { Review } from '~/models/sequences/versions/review'

/** What a change of a running sequence does. It takes the focus, because it replaces what the user was editing. */
export function ReviewPanel({ review, focused = true }: { review: Review; focused?: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  useEffect(() => {
    if (focused) heading.current?.focus()
  }, [focused])
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
      <Contacts {...review} />
    </section>
  )
}

/** What happens to the contacts in progress; if they may stay on the version that they have, as a choice. */
function Contacts({ effect, staying, stays }: Pick<Review, 'effect' | 'staying' | 'stays'>) {
  const [title, ...told] = effect
  if (!title) return null
  const assumed = (
    <p className="mt-2 text-xs text-muted">
      Assumes no further reactions. Daily limits and spacing can delay emails.
    </p>
  )
  const sentences = (
    <ul className="mt-1 list-disc space-y-0.5 pl-4.5 font-normal">
      {told.map((sentence) => (
        <li key={sentence} className="break-words">
          {sentence}
        </li>
      ))}
    </ul>
  )
  if (!staying)
    return (
      <div className="rounded-md border border-line bg-sunken px-3 py-2.5">
        <h4 className="font-medium">{title}</h4>
        {sentences}
        {assumed}
      </div>
    )
  return (
    <Choices legend={title}>
      <Choice name="inProgress" value="follow" label="Follow the new version" isChosen={!stays}>
        {sentences}
        {assumed}
      </Choice>
      <Choice name="inProgress" value="stay" label="Stay on the version they have" isChosen={stays}>
        <p className="mt-1 break-words">{staying}</p>
      </Choice>
    </Choices>
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

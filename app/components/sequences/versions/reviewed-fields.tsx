import type { ReactNode } from 'react'
import { Button } from '~/components/ui/button'
import type { Review } from '~/models/sequences/versions/review'
import { ReviewPanel } from './review-panel'

/** The review in an action's response, or null. */
export const reviewIn = (response: unknown): Review | null =>
  (response as { review?: Review | null } | undefined)?.review ?? null

/** Whether the user had chosen that contacts in progress stay on their version, before going back to editing. */
const hasStaying = (response: unknown): boolean =>
  (response as { stays?: boolean } | undefined)?.stays === true

/** The fields of a form that changes a sequence. They stay in the form, out of view, while their change is reviewed. */
export function ReviewedFields({ response, children }: { response: unknown; children: ReactNode }) {
  const review = reviewIn(response)
  return (
    <>
      {review && <ReviewPanel review={review} />}
      {!review && hasStaying(response) && <input type="hidden" name="inProgress" value="stay" />}
      <div hidden={review !== null} className="space-y-4">
        {children}
      </div>
    </>
  )
}

/** The buttons below a reviewed change. */
export const ReviewActions = ({ review, busy }: { review: Review; busy: string | false }) => (
  <>
    <Button name="edit" value="on">
      Back to editing
    </Button>
    <Button variant="primary" name="confirm" value={String(review.planVersion)} busy={busy}>
      Save change
    </Button>
  </>
)

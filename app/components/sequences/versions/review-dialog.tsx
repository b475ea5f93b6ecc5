import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useSubmitting } from '~/components/forms/use-submitting'
import { Button } from '~/components/ui/button'
import { CancelLink, DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import type { Review } from '~/models/sequences/versions/review'
import { ReviewPanel } from './review-panel'

interface ReviewDialogProps {
  title: string
  /** What is asked, before the review. */
  text?: string
  review: Review
  closeTo: string
  /** Fields of the form besides the confirmation. */
  fields?: readonly (readonly [string, string])[]
  submit: string
  busy: string
  variant?: 'danger' | 'primary'
  /** What is shown between the question and the review. */
  children?: ReactNode
}

/** Asks before a change of a running sequence that has no form of its own. */
export function ReviewDialog(props: ReviewDialogProps) {
  const { title, text, review, closeTo, fields = [], submit, busy, variant = 'primary', children } = props
  const saving = useSubmitting()
  return (
    <RouteDialog title={title} closeTo={closeTo}>
      <Form method="post" preventScrollReset className="space-y-3">
        <input type="hidden" name="confirm" value={review.planVersion} />
        {fields.map(([name, value]) => (
          <input key={name + value} type="hidden" name={name} value={value} />
        ))}
        {text && <p className="text-sm text-muted break-words">{text}</p>}
        {children}
        <ReviewPanel review={review} focused={false} />
        <DialogActions>
          <CancelLink to={closeTo} />
          <Button variant={variant} busy={saving && busy}>
            {submit}
          </Button>
        </DialogActions>
      </Form>
    </RouteDialog>
  )
}

import { useSubmitting } from '~/components/forms/use-submitting'
import { Button } from '~/components/ui/button'
import { ReviewActions, reviewIn } from '../versions/reviewed-fields'

interface SaveRowProps {
  /** The action's response. */
  response: unknown
  label: string
  note?: string
  primary?: boolean
}

/** The button that saves settings, or those of their review. */
export function SaveRow({ response, label, note, primary }: SaveRowProps) {
  const busy = useSubmitting({ name: 'intent', value: 'save' }) && 'Saving...'
  const review = reviewIn(response)
  return review ? (
    <div className="flex flex-wrap justify-end gap-2">
      <ReviewActions review={review} busy={busy} />
    </div>
  ) : (
    <div className="flex flex-wrap items-center gap-3">
      <Button variant={primary ? 'primary' : 'secondary'} busy={busy}>
        {label}
      </Button>
      {note && <p className="text-xs text-muted">{note}</p>}
    </div>
  )
}

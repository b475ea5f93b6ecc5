import { Form, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Button } from '../button'
import { FormErrors } from '../form-errors'
import { CancelLink, DialogActions, RouteDialog } from './route-dialog'

export interface ConfirmDialogProps {
  title: string
  /** The question, with the name of what would be lost. */
  text: ReactNode
  closeTo: string
  /** Words of the button that does it. */
  confirm: string
  /** The same while it happens: "Deleting...". */
  busy?: string
  /** Set to `primary` for a question that destroys nothing. */
  variant?: 'danger' | 'primary'
  /** Where the form posts to; the dialog's own route by default. */
  action?: string
  fields?: Record<string, string>
  /** The refusal of the last try. */
  errors?: string[]
}

/** A question before something that cannot be undone: a POST form in a dialog. */
export function ConfirmDialog({
  title,
  text,
  closeTo,
  confirm,
  busy = 'Working...',
  variant = 'danger',
  action,
  fields,
  errors,
}: ConfirmDialogProps) {
  const navigation = useNavigation()
  const sending = navigation.state !== 'idle' && navigation.formMethod === 'POST'
  return (
    <RouteDialog title={title} closeTo={closeTo} size="sm">
      <Form method="post" action={action} preventScrollReset className="space-y-3">
        {Object.entries(fields ?? {}).map(([key, value]) => (
          <input key={key} type="hidden" name={key} value={value} />
        ))}
        <FormErrors errors={errors} />
        <p className="text-sm text-muted break-words">{text}</p>
        <DialogActions>
          <CancelLink to={closeTo} />
          <Button variant={variant} busy={sending && busy}>
            {confirm}
          </Button>
        </DialogActions>
      </Form>
    </RouteDialog>
  )
}

import { Form, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Button } from '../button'
import { FormErrors } from '../form-errors'
import { CancelLink, DialogActions, RouteDialog } from './route-dialog'

export interface ConfirmDialogProps {
  title: string
  /** The question, naming what would be lost. */
  text: ReactNode
  closeTo: string
  /** The label of the confirming button. */
  confirm: string
  /** Its label while busy: "Deleting...". */
  busy?: string
  /** `primary` for a question that destroys nothing. */
  variant?: 'danger' | 'primary'
  /** The form's action; the dialog's own route by default. */
  action?: string
  fields?: Record<string, string>
  /** The errors of the last attempt. */
  errors?: string[]
  /** Further fields, below the question. */
  children?: ReactNode
}

/** Confirms an action that cannot be undone: a POST form in a dialog. */
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
  children,
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
        {children}
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

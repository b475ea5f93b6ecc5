import { Form } from '@remix-run/react'
import type { ReactNode, Ref } from 'react'
import { useSubmitting } from '~/components/forms/use-submitting'
import { Button } from '~/components/ui/button'
import { FormErrors } from '~/components/ui/form-errors'
import { ReviewActions, ReviewedFields, reviewIn } from './versions/reviewed-fields'

interface SettingsSectionProps {
  form: Ref<HTMLFormElement>
  title: string
  /** Tells the action which of the card's forms it is. */
  intent: string
  /** Messages that belong to no single field. */
  errors: string[] | undefined
  submit: string
  /** The action's response, if it belongs to this form. */
  answer: unknown
  children: ReactNode
}

/** A form below another one in the Sequence Configuration card, with its own button. */
export function SettingsSection({
  form,
  title,
  intent,
  errors,
  submit,
  answer,
  children,
}: SettingsSectionProps) {
  const saving = useSubmitting({ name: 'intent', value: intent })
  const review = reviewIn(answer)
  return (
    <Form
      ref={form}
      method="post"
      noValidate
      preventScrollReset
      className="mt-5 space-y-4 border-t border-line pt-4"
    >
      <h3 className="text-sm font-semibold">{title}</h3>
      <input type="hidden" name="intent" value={intent} />
      <ReviewedFields answer={answer}>
        <FormErrors errors={errors} />
        {children}
      </ReviewedFields>
      {review ? (
        <div className="flex flex-wrap justify-end gap-2">
          <ReviewActions review={review} busy={saving && 'Saving...'} />
        </div>
      ) : (
        <Button busy={saving && 'Saving...'}>{submit}</Button>
      )}
    </Form>
  )
}

import { Form } from '@remix-run/react'
import { type Edit, EditFields, useEdit, useFocusAfterMerge } from '~/components/forms/edits'
import { useFailureToast, usePlainForm } from '~/components/forms/plain-form'
import { useUnsavedGuard } from '~/components/forms/use-unsaved-guard'
import { LinkButton } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { FormErrors } from '~/components/ui/form-errors'
import { InstantToast } from '~/components/ui/toast-viewer'
import type { LoadedEdit } from '~/models/shared/forms/edits'
import { paths } from '~/paths'
import { ReviewedFields } from '../versions/reviewed-fields'
import { NameFields, runningNote, SkipWeekendsField } from './basic-fields'
import type { BasicSettings } from './edits'
import { SaveRow } from './save-row'

interface ConfigurationCardProps {
  sequence: BasicSettings
  /** What the form is loaded with. */
  loaded: LoadedEdit
  response: unknown
}

/** The Sequence Configuration card of the Detail tab: the fields that Save as Draft saves, and the way to all settings. */
export function ConfigurationCard(props: ConfigurationCardProps) {
  const edit = useEdit(props.response, props.loaded)
  return <Configuration key={edit.key} {...props} edit={edit} />
}

function Configuration({ sequence, response, edit }: ConfigurationCardProps & { edit: Edit }) {
  const { form, field, errors } = usePlainForm(response, edit.initial)
  useFocusAfterMerge(edit.key, form)
  const { id } = sequence
  const tabs = [
    ...[paths.sequencePeople(id), paths.sequenceForecast(id), paths.sequenceReport(id)],
    ...[paths.sequenceVersions(id), paths.sequenceSettings(id)],
  ]
  // Everything else below the sequence's URL is a dialog over this screen, or a button that leads back to it.
  const stays = (path: string) =>
    `${path}/`.startsWith(`${paths.sequence(id)}/`) && !tabs.some((tab) => path.startsWith(tab))
  useUnsavedGuard(form, { response, stays })
  return (
    <Card
      title="Sequence Configuration"
      actions={
        <LinkButton size="sm" to={paths.sequenceSettings(id)}>
          All settings
        </LinkButton>
      }
    >
      <InstantToast toast={useFailureToast(response, 'Failed to update sequence')} />
      <Form ref={form} method="post" noValidate preventScrollReset className="space-y-4">
        <input type="hidden" name="intent" value="save" />
        <ReviewedFields response={response}>
          <FormErrors errors={errors} />
          <EditFields edit={edit} />
          <NameFields field={field} timezone={sequence.timezone} />
          <SkipWeekendsField field={field} />
        </ReviewedFields>
        <SaveRow response={response} label="Save as Draft" note={runningNote(sequence)} />
      </Form>
    </Card>
  )
}

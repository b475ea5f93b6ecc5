import { LinkButton } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import type { LoadedEdit } from '~/models/shared/forms/edits'
import { paths } from '~/paths'
import { NameFields, SkipWeekendsField } from './basic-fields'
import type { BasicSettings } from './edits'
import { SequenceForm } from './sequence-form'

interface ConfigurationCardProps {
  sequence: BasicSettings
  /** What the form is loaded with. */
  loaded: LoadedEdit
  response: unknown
}

/** The Sequence Configuration card of the Detail tab: the fields that Save as Draft saves, and the way to all settings. */
export function ConfigurationCard(props: ConfigurationCardProps) {
  const { id, timezone } = props.sequence
  const tabs = [
    ...[paths.sequencePeople(id), paths.sequenceForecast(id), paths.sequenceReport(id)],
    ...[paths.sequenceVersions(id), paths.sequenceSettings(id)],
  ]
  // Everything else below the sequence's URL is a dialog over this screen, or a button that leads back to it.
  const stays = (path: string) =>
    `${path}/`.startsWith(`${paths.sequence(id)}/`) && !tabs.some((tab) => path.startsWith(tab))
  return (
    <Card
      title="Sequence Configuration"
      actions={
        <LinkButton size="sm" to={paths.sequenceSettings(id)}>
          All settings
        </LinkButton>
      }
    >
      <SequenceForm {...props} stays={stays} label="Save as Draft" className="space-y-4">
        {(fields) => (
          <>
            <NameFields fields={fields} timezone={timezone} />
            <SkipWeekendsField fields={fields} />
          </>
        )}
      </SequenceForm>
    </Card>
  )
}

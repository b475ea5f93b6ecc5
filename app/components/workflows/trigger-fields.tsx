import type { FieldsOf } from '~/components/forms/field'
import { NumberField, TextareaField, TextField } from '~/components/forms/text-field'
import { Card } from '~/components/ui/card'
import { Disclosure } from '~/components/ui/disclosure'
import type { WorkflowDraft } from '~/models/workflows/draft'
import { MAX_LEADS } from '~/models/workflows/limits'
import { CriteriaFields } from '../leads/criteria-fields'
import { WORKFLOW_PARTS } from './edits'
import { keptBetween } from './kept-between'
import { type Schedule, ScheduleFields } from './schedule-fields'

export type TriggerField = Schedule | 'name' | 'description' | 'leadLimit'

export interface TriggerFieldsProps {
  fields: FieldsOf<TriggerField>
  timezone: string
  draft: WorkflowDraft
  /** Changes when the filters must be reset to those of the draft. */
  filtersKey: string
  industryLabels: Record<string, string>
}

/** The first part of a workflow: its name, schedule and search criteria. */
export function TriggerFields({ fields, timezone, draft, filtersKey, industryLabels }: TriggerFieldsProps) {
  return (
    <>
      <Card title="Workflow">
        <div className="space-y-4">
          <TextField field={fields.name} label={WORKFLOW_PARTS.name} maxLength={200} required />
          <TextareaField
            field={fields.description}
            label={WORKFLOW_PARTS.description}
            rows={2}
            maxLength={2000}
            optional
          />
        </div>
      </Card>
      <Card title="Trigger">
        <ScheduleFields fields={fields} timezone={timezone} />
      </Card>
      <Card title="Criteria">
        <div className="space-y-4">
          <NumberField
            field={fields.leadLimit}
            label={WORKFLOW_PARTS.leadLimit}
            {...keptBetween(1, MAX_LEADS)}
            className="max-w-xs"
            hint="The maximum number of contacts added per run, up to 500. Each person found costs one credit of your Apollo plan."
          />
          <Disclosure summary="Lead filters" open>
            <div className="@container">
              <CriteriaFields key={filtersKey} value={draft.criteria} industryLabels={industryLabels} wide />
            </div>
          </Disclosure>
        </div>
      </Card>
    </>
  )
}

import type { FieldControl } from '~/components/forms/field'
import { NumberField, TextareaField, TextField } from '~/components/forms/text-field'
import { Card } from '~/components/ui/card'
import { Disclosure } from '~/components/ui/disclosure'
import type { WorkflowDraft } from '~/models/workflows/draft'
import { MAX_LEADS } from '~/models/workflows/limits'
import { CriteriaFields } from '../leads/criteria-fields'
import { keptBetween } from './kept-between'
import { ScheduleFields } from './schedule-fields'

export interface TriggerFieldsProps {
  field: (name: string) => FieldControl
  timezone: string
  draft: WorkflowDraft
  /** Changes when the filters are to begin anew with those of the draft. */
  filtersKey: string
  industryLabels: Record<string, string>
}

/** The first part of a workflow: what it is called, when it runs, whom it looks for. */
export function TriggerFields({ field, timezone, draft, filtersKey, industryLabels }: TriggerFieldsProps) {
  return (
    <>
      <Card title="Workflow">
        <div className="space-y-4">
          <TextField field={field('name')} label="Name" maxLength={200} required />
          <TextareaField
            field={field('description')}
            label="Description"
            rows={2}
            maxLength={2000}
            optional
          />
        </div>
      </Card>
      <Card title="Trigger">
        <ScheduleFields field={field} timezone={timezone} />
      </Card>
      <Card title="Criteria">
        <div className="space-y-4">
          <NumberField
            field={field('leadLimit')}
            label="Lead Limit"
            {...keptBetween(1, MAX_LEADS)}
            className="max-w-xs"
            hint="At most this many contacts are added in each run, 500 at the most. Each one costs a credit of your lead database."
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

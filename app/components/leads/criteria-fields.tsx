import { useState } from 'react'
import { EMPLOYEE_COUNTS } from '~/models/leads/choices'
import { ChipField } from './chip-field'

/** The filters as a screen holds them; `LeadCriteria` of the models fits. */
export interface Criteria {
  jobTitles: string[]
  locations: string[]
  locationType: 'contact' | 'account'
  industries: string[]
  industryNames: string[]
  employeeCounts: string[]
}

export interface CriteriaFieldsProps {
  /** The initial values. Give the group a `key` derived from them, so that other values reset it. */
  value: Criteria
  /** Names of the selected industries, by id (`industryLabels` of the lead search). */
  industryLabels: Record<string, string>
  /** Places the groups side by side. */
  wide?: boolean
}

/**
 * The filters of a lead search as form fields: jobTitles, locations, locationType, industries, industryNames and employeeCounts, repeated
 * for each value. Without scripts the chips' buttons submit the form with an `intent` of `add-…` or `remove-…` (see `isCriteriaEdit`),
 * so the form's first submit button must be the one that Enter triggers.
 */
export function CriteriaFields({ value, industryLabels, wide }: CriteriaFieldsProps) {
  return (
    <div className={wide ? 'grid items-start gap-x-6 gap-y-5 @xl:grid-cols-2' : 'space-y-5'}>
      <ChipField
        label="Job Title"
        filterType="person_title"
        name="jobTitles"
        custom="ownJobTitle"
        placeholder="e.g. Head of Sales"
        initial={value.jobTitles.map((text) => ({ name: 'jobTitles', value: text, label: text }))}
      />
      <ChipField
        label="Location"
        filterType="location"
        name="locations"
        custom="ownLocation"
        placeholder="e.g. Berlin, Germany"
        initial={value.locations.map((text) => ({ name: 'locations', value: text, label: text }))}
      >
        <LocationType initial={value.locationType} />
      </ChipField>
      <ChipField
        label="Industry & Keywords"
        filterType="industry"
        name="industryNames"
        idName="industries"
        custom="ownIndustry"
        placeholder="e.g. accounting"
        initial={[
          ...value.industries.map((id) => ({
            name: 'industries',
            value: id,
            label: industryLabels[id] ?? `Industry ${id.slice(-6)}`,
          })),
          ...value.industryNames.map((text) => ({ name: 'industryNames', value: text, label: text })),
        ]}
      />
      <fieldset className="min-w-0">
        <legend className="mb-1.5 text-sm font-medium">Employees</legend>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(max(5.75rem,40%),1fr))] gap-x-3">
          {EMPLOYEE_COUNTS.map((range) => (
            <label
              key={range}
              className="flex min-h-7 items-center gap-2 text-sm tabular-nums max-sm:min-h-11"
            >
              <input
                type="checkbox"
                name="employeeCounts"
                value={range}
                defaultChecked={value.employeeCounts.includes(range)}
                className="size-4 shrink-0 accent-accent"
              />
              {range}
            </label>
          ))}
        </div>
      </fieldset>
    </div>
  )
}

/** Whose location is meant. Two radio buttons that look like tabs. */
function LocationType({ initial }: { initial: Criteria['locationType'] }) {
  const [chosen, setChosen] = useState(initial)
  return (
    <div
      role="radiogroup"
      aria-label="Whose location"
      className="mb-2 grid grid-cols-2 rounded-md border border-line bg-sunken p-0.5"
    >
      {(['contact', 'account'] as const).map((type) => (
        <label
          key={type}
          className="relative flex min-h-7 items-center justify-center rounded-sm text-sm font-medium text-muted has-checked:bg-raised has-checked:text-ink has-checked:shadow-card has-focus-visible:outline-2 has-focus-visible:outline-ring max-sm:min-h-10"
        >
          <input
            type="radio"
            name="locationType"
            value={type}
            checked={chosen === type}
            onChange={() => setChosen(type)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {type === 'contact' ? 'Contact' : 'Account HQ'}
        </label>
      ))}
    </div>
  )
}

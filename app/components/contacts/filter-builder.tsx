import { Form } from '@remix-run/react'
import { usePressesInTurn } from '~/components/forms/use-presses-in-turn'
import { Button } from '~/components/ui/button'
import { FormErrors } from '~/components/ui/form-errors'
import { Plus, X } from '~/components/ui/icons'
import { type DraftCondition, type DraftGroup, isDraftGroup } from '~/models/contacts/filter/draft'

interface Choice {
  value: string
  label: string
}

/** What the controls of a builder offer. */
export interface BuilderChoices {
  fields: Choice[]
  /** By field. */
  operators: Record<string, Choice[]>
  /** By field: the values to choose from; absent where the value is typed. */
  values: Record<string, Choice[]>
  /** By field: the type of the control for a typed value. */
  types: Record<string, 'text' | 'number' | 'date'>
  outcomes: Choice[]
}

interface FilterBuilderProps {
  action: string
  draft: DraftGroup
  choices: BuilderChoices
  /** Why the filter cannot be used as it is. */
  problem: string | null
  /** What else the form carries. */
  keep: [name: string, value: string][]
  /** The button that uses the filter, and those beside it. */
  children: React.ReactNode
}

/** A form whose controls read as a sentence. Each button loads the form again, changed; with scripts, so does another field. */
export function FilterBuilder({ action, draft, choices, problem, keep, children }: FilterBuilderProps) {
  const { onSubmit, load } = usePressesInTurn()
  return (
    <Form
      method="get"
      action={action}
      preventScrollReset
      className="space-y-4"
      onSubmit={onSubmit}
      onChange={({ target, currentTarget }) => {
        const { name } = target as unknown as HTMLInputElement
        if (/(^|\.)(field|op)$/.test(name)) load(currentTarget)
      }}
    >
      {keep.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {/* The first button is the one that the Enter key presses. */}
      <button type="submit" name="press" value="apply" tabIndex={-1} aria-hidden="true" className="sr-only">
        Show contacts
      </button>
      <FormErrors errors={problem ? [problem] : undefined} id="filter-problem" />
      <Group group={draft} path="" level={1} choices={choices} />
      {children}
    </Form>
  )
}

interface GroupProps {
  group: DraftGroup
  /** Of its parts: empty, or like `1.`. */
  path: string
  level: number
  choices: BuilderChoices
}

function Group({ group: { match, parts }, path, level, choices }: GroupProps) {
  return (
    <fieldset className={level > 1 ? 'space-y-3 rounded-lg border border-line p-3' : 'space-y-3'}>
      <legend className="sr-only">{level > 1 ? 'Group of conditions' : 'Conditions'}</legend>
      <p className="flex flex-wrap items-center gap-2 text-sm">
        {level > 1 ? 'where' : 'Contacts where'}
        <Select
          label="How the conditions are joined"
          name={`${path}match`}
          value={match}
          choices={[
            { value: 'all', label: 'all' },
            { value: 'any', label: 'any' },
          ]}
          className="w-20"
        />
        of these {match === 'all' ? 'hold' : 'holds'}:
      </p>
      <ul key={parts.length} className="space-y-3">
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part has no other name than its place
          <li key={`${path}${index}`}>
            {isDraftGroup(part) ? (
              <div className="flex items-start gap-2">
                <div className="min-w-0 grow">
                  <Group group={part} path={`${path}${index}.`} level={level + 1} choices={choices} />
                </div>
                <Remove path={`${path}${index}`} what="group" />
              </div>
            ) : (
              <Row condition={part} path={`${path}${index}`} choices={choices} />
            )}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" name="press" value={`add:${path}`} icon={<Plus aria-hidden="true" />}>
          Add condition
        </Button>
        {level < 3 && (
          <Button size="sm" variant="ghost" name="press" value={`group:${path}`}>
            Add group
          </Button>
        )}
      </div>
    </fieldset>
  )
}

function Row({
  condition,
  path,
  choices,
}: {
  condition: DraftCondition
  path: string
  choices: BuilderChoices
}) {
  const { field, op, value, outcome } = condition
  const operators = choices.operators[field] ?? []
  const isAlone = op === 'isEmpty' || op === 'isNotEmpty'
  const isDays = op === 'inLastDays' || op === 'notInLastDays'
  const values = choices.values[field]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2 sm:grid-cols-[minmax(0,11rem)_minmax(0,10rem)_minmax(0,1fr)_auto]">
      <Select
        label="Field"
        name={`${path}.field`}
        value={field}
        choices={choices.fields}
        className="max-sm:col-start-1"
      />
      <Select
        key={`${field} op`}
        label="How it is compared"
        name={`${path}.op`}
        value={op}
        choices={operators}
        className="max-sm:col-start-1"
      />
      <div className="flex gap-2 max-sm:col-start-1">
        {isAlone ? (
          <input type="hidden" name={`${path}.value`} value="" />
        ) : values && !isDays ? (
          <Select
            key={`${field} value`}
            label="Value"
            name={`${path}.value`}
            value={value}
            choices={[{ value: '', label: 'Choose' }, ...values]}
            className="grow"
          />
        ) : (
          <input
            key={`${field} ${isDays}`}
            aria-label={isDays ? 'Number of days' : 'Value'}
            name={`${path}.value`}
            defaultValue={value}
            type={isDays ? 'number' : (choices.types[field] ?? 'text')}
            step={isDays ? 1 : 'any'}
            className="control min-w-0 grow"
            autoComplete="off"
          />
        )}
        {field === 'sequenceId' && !isAlone && (
          <Select
            label="Outcome in the sequence"
            name={`${path}.outcome`}
            value={outcome}
            choices={[{ value: '', label: 'any outcome' }, ...choices.outcomes]}
            className="w-36"
          />
        )}
      </div>
      <Remove path={path} what="condition" />
    </div>
  )
}

const Remove = ({ path, what }: { path: string; what: string }) => (
  <Button
    size="sm"
    variant="ghost"
    square
    name="press"
    value={`remove:${path}`}
    aria-label={`Remove this ${what}`}
    title="Remove"
    icon={<X aria-hidden="true" />}
  />
)

interface SelectProps {
  label: string
  name: string
  value: string
  choices: Choice[]
  className?: string
}

const Select = ({ label, name, value, choices, className }: SelectProps) => (
  <select
    aria-label={label}
    name={name}
    defaultValue={choices.some((choice) => choice.value === value) ? value : choices[0]?.value}
    className={`control min-w-0 ${className ?? ''}`}
  >
    {choices.map((choice) => (
      <option key={choice.value} value={choice.value}>
        {choice.label}
      </option>
    ))}
  </select>
)

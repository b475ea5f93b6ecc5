import clsx from 'clsx'
import { type ReactNode, useRef, useState } from 'react'
import { CheckboxField } from '~/components/forms/checkbox-field'
import type { AnyField, FieldsOf } from '~/components/forms/field'
import { SelectField } from '~/components/forms/select-field'
import { NumberField } from '~/components/forms/text-field'
import { Button } from '~/components/ui/button'
import { Plus, Trash2 } from '~/components/ui/icons'
import { useHydrated } from '~/components/ui/use-hydrated'
import { ADD_VARIANT, LETTERS, removeVariant } from '~/models/sequences/variants/fields'
import { MAX_VARIANTS, sharesOf } from '~/models/sequences/variants/variants'
import { useVariantRows, type VariantField } from './use-rows'

interface VariantFieldsProps {
  fields: FieldsOf<VariantField>
  response: unknown
  /** The form's own URL: without scripts its buttons load it with the form's values. */
  at: string
  templates: readonly { id: string; name: string }[]
  /** The name of the field that a dialog has just set. */
  chosen: string | null
  /** What opens over the form for the template field of this name. @param chosen whether it has a template */
  links: (name: string, chosen: boolean) => ReactNode
}

/** The email template of a step, or its variants: up to five templates, each with its share of the emails. */
export function VariantFields({ fields, response, at, templates, chosen, links }: VariantFieldsProps) {
  const { rows, add, remove, change, control } = useVariantRows(fields, response)
  const hydrated = useHydrated()
  const box = useRef<HTMLDivElement>(null)
  const several = rows.length > 1
  const shares = sharesOf(
    rows.map(({ weight, active }) => ({ weight: Math.max(0, Number(weight) || 0), active })),
  )
  /** A submit button that loads the form again without scripts, and otherwise only calls `act`. */
  const button = (intent: string, act: () => void, focus: string) => ({
    formMethod: 'get' as const,
    formAction: `${at}#variants`,
    name: 'intent',
    value: intent,
    onClick: (event: { preventDefault(): void }) => {
      if (!hydrated) return
      event.preventDefault()
      act()
      setTimeout(() => box.current?.querySelector<HTMLElement>(focus)?.focus())
    },
  })
  return (
    <div
      ref={box}
      id="variants"
      {...groupOf(several ? 'Variants' : null)}
      className="@container min-w-0 scroll-mt-4"
    >
      <input type="hidden" name="variantCount" value={rows.length} />
      {several && <p className="mb-1.5 text-sm font-medium">Variants</p>}
      <div className={clsx(several && 'divide-y divide-line rounded-md border border-line bg-sunken')}>
        {rows.map(({ key }, index) => {
          const template = control(index, 'templateId')
          const letter = LETTERS[index]!
          return (
            <VariantRow
              key={key}
              letter={several ? letter : null}
              weight={control(index, 'weight')}
              active={control(index, 'active')}
              share={shares[index]!}
              onChange={(values) => change(key, values)}
              removal={button(removeVariant(index), () => remove(key), '[data-add]')}
            >
              <TemplateField
                data-chosen={chosen === template.name ? '' : undefined}
                field={template}
                label={several ? <Prefixed letter={letter}>Email template</Prefixed> : 'Email template'}
                {...{ templates, links }}
              />
            </VariantRow>
          )
        })}
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        {rows.length < MAX_VARIANTS && (
          <Button
            {...button(ADD_VARIANT, add, '[role=group]:last-child select')}
            data-add=""
            size="sm"
            icon={<Plus aria-hidden="true" />}
          >
            Add variant
          </Button>
        )}
        {several && (
          <p className="text-xs text-muted">
            Each contact gets one variant. Weights divide the emails among the active ones.
          </p>
        )}
      </div>
    </div>
  )
}

interface TemplateFieldProps extends Pick<VariantFieldsProps, 'templates' | 'links'> {
  field: AnyField
  label: ReactNode
  'data-chosen': '' | undefined
}

/** The template of a variant, and the links to write or edit its email. */
function TemplateField({ templates, links, ...select }: TemplateFieldProps) {
  const [hasTemplate, setTemplate] = useState(!!select.field.initialValue)
  return (
    <SelectField
      {...select}
      placeholder={templates.length === 0 ? 'No templates yet' : 'Choose a template'}
      options={templates.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={({ currentTarget: { value } }) => setTemplate(value !== '')}
      hint={links(select.field.name, hasTemplate)}
    />
  )
}

interface RowProps {
  /** Null for a single variant, which has only its template. */
  letter: string | null
  weight: AnyField
  active: AnyField
  /** In percent. */
  share: number
  onChange: (values: { weight?: string; active?: boolean }) => void
  removal: Parameters<typeof Button>[0]
  /** The field of the template. */
  children: ReactNode
}

function VariantRow({ letter, weight, active, share, onChange, removal, children }: RowProps) {
  return (
    <div
      {...groupOf(letter && `Variant ${letter}`)}
      className={clsx(
        letter &&
          'grid grid-cols-[1.5rem_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-2 px-3 py-2.5 @md:grid-cols-[1.5rem_minmax(0,1fr)_6.5rem_auto_auto]',
      )}
    >
      {letter && (
        <span
          aria-hidden="true"
          className="mt-7 grid size-6 place-items-center rounded-sm bg-accent-soft text-xs font-semibold text-accent-ink"
        >
          {letter}
        </span>
      )}
      {children}
      {letter ? (
        <>
          <Button
            {...removal}
            variant="ghost"
            size="sm"
            square
            className="mt-6.5 max-sm:mt-7 @md:order-last"
            aria-label={`Remove variant ${letter}`}
            icon={<Trash2 aria-hidden="true" />}
          />
          <NumberField
            field={weight}
            className="col-start-2 max-w-26 @md:col-start-auto @md:max-w-none"
            label={<Prefixed letter={letter}>Weight</Prefixed>}
            hint={`${share}% of emails`}
            min={1}
            max={100}
            onChange={({ currentTarget: { value } }) => onChange({ weight: value })}
          />
          <CheckboxField
            field={active}
            className="col-start-2 @md:col-start-auto @md:pt-7.5"
            label={<Prefixed letter={letter}>Active</Prefixed>}
            onChange={({ currentTarget: { checked } }) => onChange({ active: checked })}
          />
        </>
      ) : (
        <input type="hidden" name={weight.name} value={String(weight.initialValue ?? 1)} />
      )}
    </div>
  )
}

/** The attributes of a group. A single variant is none, but has the same elements, so that its choice is kept. */
const groupOf = (name: string | null) => (name ? { role: 'group', 'aria-label': name } : {})

/** Only screen readers get the letter: the labels of all rows are alike. */
const Prefixed = ({ letter, children }: { letter: string; children: ReactNode }) => (
  <span className="text-xs font-normal text-muted">
    <span className="sr-only">Variant {letter}: </span>
    {children}
  </span>
)

import { emptyableId, optionalWholeNumber, yesNo } from '~/models/shared/fields'
import { MAX_VARIANTS, type Variant, type VariantsProblem, weight } from './variants'

/** The name of a variant, by its position. */
export const LETTERS = ['A', 'B', 'C', 'D', 'E'] as const
type Letter = (typeof LETTERS)[number]

/** The template field of the first variant is the one that the specification names. */
type TemplateField = 'templateId' | `templateId${Exclude<Letter, 'A'>}`

/** The names of a variant's fields in the form of a step. @param index the position of the variant */
export function variantFields(index: number) {
  const letter = LETTERS[index]!
  return {
    templateId: (index === 0 ? 'templateId' : `templateId${letter}`) as TemplateField,
    weight: `weight${letter}` as const,
    active: `active${letter}` as const,
  }
}

const ALL = LETTERS.map((_, index) => variantFields(index))

/** The names of the fields of the variants' templates. */
export const TEMPLATE_FIELDS: readonly string[] = ALL.map(({ templateId }) => templateId)

/** The names of all fields of variants in the form of a step. */
export const VARIANT_FIELDS: readonly string[] = [
  'variantCount',
  ...ALL.flatMap((names) => Object.values(names)),
]

const shapeOf = <Name extends string, Schema>(names: readonly Name[], schema: Schema) =>
  Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, Schema>

/**
 * The fields of variants in the form of a step, which repeat for each letter. A form without `variantCount` has a template alone, and
 * leaves the other variants unchanged.
 */
export const variantShape = {
  variantCount: optionalWholeNumber(1, MAX_VARIANTS, `A step has at most ${MAX_VARIANTS} variants`),
  ...shapeOf(
    ALL.map((names) => names.templateId),
    emptyableId,
  ),
  ...shapeOf(
    ALL.map((names) => names.weight),
    weight,
  ),
  ...shapeOf(
    ALL.map((names) => names.active),
    yesNo,
  ),
}

interface ParsedFields
  extends Partial<Record<TemplateField, string | null>>,
    Partial<Record<`weight${Letter}`, number>>,
    Partial<Record<`active${Letter}`, boolean>> {
  variantCount?: number
}

/** The variants that a form describes; undefined if it has only the template. A single variant is always active. */
export function readVariants(form: ParsedFields): Variant[] | undefined {
  const { variantCount: count } = form
  if (!count) return undefined
  return ALL.slice(0, count).map((names) => ({
    templateId: form[names.templateId] ?? null,
    weight: form[names.weight] ?? 1,
    active: count === 1 || (form[names.active] ?? false),
  }))
}

/** The field of the form at which a refusal of its variants is shown. */
export const fieldOfProblem = ({ index, part }: VariantsProblem): string => variantFields(index)[part]

/** The variants as values of the form's fields. */
export const variantValues = (variants: readonly Variant[]): Record<string, string | undefined> => ({
  variantCount: String(variants.length),
  ...Object.fromEntries(
    variants.flatMap((variant, index) => {
      const names = variantFields(index)
      return [
        [names.templateId, variant.templateId ?? undefined],
        [names.weight, String(variant.weight)],
        [names.active, variant.active ? 'on' : undefined],
      ]
    }),
  ),
})

/** What the buttons of the form do without scripts: add a variant at the end, or remove the one at a position. */
export const ADD_VARIANT = 'add-variant'
export const removeVariant = (index: number) => `remove-variant-${index}`

/**
 * Applies a button of the variants to the values of a form, as texts. Later variants move up by one position when one is removed.
 * @param intent the value of the button; others change nothing
 */
export function editVariants(fields: Record<string, string>, intent: string | null): Record<string, string> {
  const count = Number(fields.variantCount)
  if (!Number.isInteger(count) || count < 1 || count > MAX_VARIANTS) return fields
  if (intent === ADD_VARIANT && count < MAX_VARIANTS) {
    const names = variantFields(count)
    // A single variant has no checkbox.
    const single: Record<string, string> = count === 1 ? { [variantFields(0).active]: 'on' } : {}
    return {
      ...fields,
      ...single,
      variantCount: String(count + 1),
      [names.weight]: '1',
      [names.active]: 'on',
    }
  }
  const removed = LETTERS.findIndex((_, index) => intent === removeVariant(index))
  if (removed < 0 || removed >= count || count === 1) return fields
  const kept = Object.entries(fields).filter(([name]) => !VARIANT_FIELDS.includes(name))
  const moved = ALL.slice(0, count)
    .filter((_, index) => index !== removed)
    .flatMap((names, index) => {
      const target = variantFields(index)
      return (['templateId', 'weight', 'active'] as const).flatMap((part) => {
        const value = fields[names[part]]
        return value === undefined ? [] : [[target[part], value]]
      })
    })
  return Object.fromEntries([...kept, ...moved, ['variantCount', String(count - 1)]])
}

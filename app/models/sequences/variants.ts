import { z } from 'zod'
import { optionalWholeNumber, yesNo } from '~/models/shared/fields'

/** Most variants of one step. */
const MOST_VARIANTS = 5
const WEIGHT = { min: 1, max: 100, message: 'Weight must be a whole number from 1 to 100' } as const

/** A template of a Send Email step, and its share of the emails. */
export interface Variant {
  /** Null if the template was deleted. */
  templateId: string | null
  weight: number
  active: boolean
}

/** The variants of a step as input. Absent weights are 1, and absent variants are active. */
export const Variants = z
  .array(
    z.object(
      {
        templateId: z.union([z.uuid(), z.null()], 'Invalid id'),
        weight: optionalWholeNumber(WEIGHT.min, WEIGHT.max, WEIGHT.message).transform(
          (weight) => weight ?? 1,
        ),
        active: yesNo.transform((active) => active ?? true),
      },
      'A variant is an object with templateId, weight and active',
    ),
    'Variants must be a list',
  )
  .max(MOST_VARIANTS, `A step has at most ${MOST_VARIANTS} variants`)
  .nullish()

/** The only variant of a step without stored ones. */
export const singleVariant = (templateId: string | null): Variant[] => [
  { templateId, weight: 1, active: true },
]

/** The template that a step shows as its own: that of its first active variant. */
export const mainTemplate = (variants: readonly Variant[]): string | null =>
  variants.find(({ active }) => active)?.templateId ?? null

/** Whether these are what a step without stored variants has. */
export const isSingle = ([first, ...others]: readonly Variant[]): boolean =>
  first?.weight === 1 && first.active && others.length === 0

/** The variants after a change: those given, else a new `templateId` replaces the template of the first active one. */
export function variantsAfter(
  before: readonly Variant[],
  { templateId, variants }: { templateId?: string | null; variants?: readonly Variant[] | null },
): readonly Variant[] {
  if (variants) return variants
  if (templateId === undefined) return before
  const main = before.findIndex(({ active }) => active)
  return before.map((variant, index) => (index === main ? { ...variant, templateId } : variant))
}

/** What is wrong with the variants of a Send Email step, or null. */
export function variantsProblem(variants: readonly Variant[]): string | null {
  if (variants.length === 0) return 'A step has at least one variant'
  if (!variants.some(({ active }) => active)) return 'At least one variant must be active'
  if (variants.some(({ templateId, active }) => active && !templateId))
    return 'Please select an email template'
  const templates = variants.flatMap(({ templateId }) => templateId ?? [])
  return new Set(templates).size < templates.length ? 'Each variant needs a template of its own' : null
}

import { z } from 'zod'
import { optionalWholeNumber, yesNo } from '~/models/shared/fields'

/** The maximum number of variants of one step. */
export const MAX_VARIANTS = 5
const WEIGHT = { min: 1, max: 100, message: 'Weight must be a whole number from 1 to 100' } as const

/** The weight of a variant as input. */
export const weight = optionalWholeNumber(WEIGHT.min, WEIGHT.max, WEIGHT.message)

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
        weight: weight.transform((given) => given ?? 1),
        active: yesNo.transform((active) => active ?? true),
      },
      'A variant is an object with templateId, weight and active',
    ),
    'Variants must be a list',
  )
  .max(MAX_VARIANTS, `A step has at most ${MAX_VARIANTS} variants`)
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

/** A refusal of a step's variants. */
export interface VariantsProblem {
  message: string
  /** The variant, by its position, and its field at which a form shows the message. */
  index: number
  part: 'templateId' | 'active'
}

/** What is wrong with the variants of a Send Email step, or null. */
export function variantsProblem(variants: readonly Variant[]): VariantsProblem | null {
  if (variants.length === 0)
    return { message: 'A step has at least one variant', index: 0, part: 'templateId' }
  if (!variants.some(({ active }) => active))
    return { message: 'At least one variant must be active', index: 0, part: 'active' }
  const empty = variants.findIndex(({ templateId, active }) => active && !templateId)
  if (empty >= 0) return { message: 'Please select an email template', index: empty, part: 'templateId' }
  const templates = variants.map(({ templateId }) => templateId)
  const again = templates.findIndex((template, index) => template && templates.indexOf(template) < index)
  if (again >= 0)
    return { message: 'Each variant needs a template of its own', index: again, part: 'templateId' }
  return null
}

/** The share of each variant in the emails to come, in whole percent. */
export function sharesOf(variants: readonly Pick<Variant, 'weight' | 'active'>[]): number[] {
  const weights = variants.map((variant) => (variant.active ? variant.weight : 0))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => (total === 0 ? 0 : Math.round((weight / total) * 100)))
}

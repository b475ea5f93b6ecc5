import { newcombe, type Proportion } from './proportions'

/** What the comparison of variants needs of each. */
export interface ComparedVariant {
  letter: string
  sent: number
  replied: number
  positive: number
}

/** A variant with fewer emails is not compared. */
const FEWEST_SENT = 30
/** With at least this many positive replies to all variants, they decide; with fewer, replies do. */
const FEWEST_POSITIVE = 10

/**
 * The quantiles of two-sided intervals that are all true at once with 95% certainty, by their number (Bonferroni): the best of five
 * variants is compared with four others.
 */
const QUANTILES = [1.959964, 2.241403, 2.39398, 2.497705]

/**
 * Says in a sentence which variant is ahead, and whether that is more than chance.
 *
 * Positive replies decide where there are enough of them, because they are what the emails are for; else replies do. Opens never
 * decide: machines cause many of them. The variant with the highest rate is ahead. That is unlikely to be chance if Newcombe's interval
 * of the difference excludes zero against each other variant. A user who looks every day and
 * stops at the first certain verdict is wrong more often than 5% of the time: the sentence helps, it proves nothing.
 */
export function variantVerdict(variants: readonly ComparedVariant[]): string {
  const compared = variants.filter(({ sent }) => sent >= FEWEST_SENT)
  if (compared.length < 2) return 'Too few emails to tell'
  const positives = compared.reduce((sum, { positive }) => sum + positive, 0)
  const measure = positives >= FEWEST_POSITIVE ? 'positive' : 'replied'
  const of = (variant: ComparedVariant): Proportion => ({ part: variant[measure], whole: variant.sent })
  const rateOf = (variant: ComparedVariant) => variant[measure] / variant.sent
  const [best, ...others] = [...compared].sort((a, b) => rateOf(b) - rateOf(a))
  if (!best || others.some((other) => rateOf(other) === rateOf(best))) return 'No difference yet'
  const z = QUANTILES[others.length - 1]
  const certain = others.every((other) => newcombe(of(best), of(other), z).low > 0)
  const ahead = `${best.letter} is ahead on ${measure === 'positive' ? 'positive replies' : 'replies'}`
  return certain ? `${ahead}, and that is unlikely to be chance` : `${ahead}; not yet certain`
}

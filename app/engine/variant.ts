import { fnv1a } from './hash'

/** What the choice between variants depends on. */
export interface Weighted {
  /** A whole number of at least 1. */
  weight: number
  /** Inactive variants are never chosen. */
  active: boolean
}

/** What identifies one send of a step. */
export interface VariantKey {
  enrollmentId: string
  stepId: string
  visit: number
}

const HASHES = 0x1_0000_0000

/**
 * Chooses the variant of a send by a hash of its key, in proportion to the weights of the active variants. The same key and variants
 * lead to the same choice.
 * @returns null if no variant is active
 */
export function chooseVariant<V extends Weighted>(variants: readonly V[], key: VariantKey): V | null {
  const active = variants.filter((variant) => variant.active)
  const total = active.reduce((sum, { weight }) => sum + weight, 0)
  // Always below `total`, because a hash is below HASHES and the product is exact.
  let left = Math.floor((fnv1a(`variant:${key.enrollmentId}:${key.stepId}:${key.visit}`) * total) / HASHES)
  for (const variant of active) {
    if (left < variant.weight) return variant
    left -= variant.weight
  }
  return null
}

import type { ReactNode } from 'react'
import { Badge } from '~/components/ui/badge'
import { LETTERS } from '~/models/sequences/variants/fields'
import { sharesOf, type Variant } from '~/models/sequences/variants/variants'

interface VariantListProps {
  variants: readonly Variant[]
  templateOf: (variant: Variant) => ReactNode
}

/** The variants of a step on its card: letter, template and share of the emails. */
export function VariantList({ variants, templateOf }: VariantListProps) {
  const shares = sharesOf(variants)
  return (
    <ul aria-label="Variants" className="space-y-1">
      {variants.map((variant, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: its position identifies it
        <li key={index} className="flex items-baseline gap-x-2">
          <span className="w-3 shrink-0 text-xs font-semibold text-muted">{LETTERS[index]}</span>
          <span className="min-w-0 break-words">{templateOf(variant)}</span>
          <span className="ml-auto shrink-0 text-muted tabular-nums">
            {variant.active ? `${shares[index]}%` : <Badge>Inactive</Badge>}
          </span>
        </li>
      ))}
    </ul>
  )
}

import { Tooltip as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'

/** The shared timing of tooltips: 700 ms before the first, none from one to the next within 300 ms. */
export const TooltipProvider = ({ children }: { children: ReactNode }) => (
  <Radix.Provider delayDuration={700} skipDelayDuration={300}>
    {children}
  </Radix.Provider>
)

/** A name beside an icon on hover and focus. The child has its own `aria-label`; the tooltip is only visual. */
export function Tooltip({
  label,
  side = 'right',
  children,
}: {
  label: string
  side?: 'top' | 'right' | 'bottom'
  children: ReactElement
}) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={4}
          className="z-60 animate-fade rounded-md bg-ink px-2 py-1 text-xs font-medium text-canvas shadow-pop select-none"
        >
          {label}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

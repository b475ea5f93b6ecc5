import { Link, type LinkProps } from '@remix-run/react'
import clsx from 'clsx'
import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'sm' | 'md'

interface Look {
  variant?: ButtonVariant
  size?: ButtonSize
  /** An icon element, shown before the label. */
  icon?: ReactNode
  /** A square button; `aria-label` is its label. */
  square?: boolean
}

/** Complete class names: Tailwind generates only the ones that it finds in the source. */
const SIZES = { sm: 'button-sm', md: 'button-md' }
const SQUARES = { sm: 'button-sm-square', md: 'button-md-square' }
const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'button-primary',
  secondary: 'button-secondary',
  ghost: 'button-ghost',
  danger: 'button-danger',
}

/** The classes of a button, for the few places that need another element. The styles are in app/tailwind.css. */
export function buttonClass({ variant = 'secondary', size = 'md', square }: Look, extra?: string) {
  return clsx('button', (square ? SQUARES : SIZES)[size], VARIANTS[variant], extra)
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Look {
  /** While set, it replaces the label and the button ignores further clicks: `busy={submitting && 'Saving...'}`. */
  busy?: string | false | null
}

/** It is not `disabled`: that would take the focus from who pressed it by keyboard. */
const BUSY = {
  'aria-busy': true,
  'aria-disabled': true,
  onClick: (press: MouseEvent) => press.preventDefault(),
} as const

/** A button. It submits its form unless `type="button"` is given. */
export function Button({
  variant,
  size,
  icon,
  square,
  busy,
  className,
  children,
  type = 'submit',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      {...(busy && BUSY)}
      type={type}
      className={buttonClass({ variant, size, square }, className)}
    >
      {busy ? <Spinner /> : icon}
      {busy || children}
    </button>
  )
}

/** A link that looks like a button. */
export function LinkButton({ variant, size, icon, square, className, children, ...rest }: LinkProps & Look) {
  return (
    <Link {...rest} className={buttonClass({ variant, size, square }, className)}>
      {icon}
      {children}
    </Link>
  )
}

/** A spinning ring for pending content. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      className={clsx('size-4 animate-spin', className)}
      fill="none"
      aria-hidden="true"
    >
      <circle cx="8" cy="8" r="6" stroke="currentColor" strokeOpacity=".3" strokeWidth="2" />
      <path d="M14 8a6 6 0 0 0-6-6" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  )
}

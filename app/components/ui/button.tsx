import { Link, type LinkProps } from '@remix-run/react'
import clsx from 'clsx'
import type { ButtonHTMLAttributes, ReactNode } from 'react'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'sm' | 'md'

interface Look {
  variant?: ButtonVariant
  size?: ButtonSize
  /** A lucide icon element, shown before the label. */
  icon?: ReactNode
  /** A square button: the label is given by `aria-label`. */
  square?: boolean
}

const variants: Record<ButtonVariant, string> = {
  // The first class is what toasts keep clear of (toast-viewer.tsx).
  primary: 'primary-button bg-accent text-on-accent shadow-card hover:bg-accent-hover',
  secondary: 'border border-line-strong bg-surface text-ink shadow-card hover:bg-hover',
  ghost: 'text-muted hover:bg-hover hover:text-ink',
  danger: 'bg-danger text-on-danger shadow-card hover:bg-danger-hover',
}

/** The classes of a button, for the few places that need another element. */
export function buttonClass({ variant = 'secondary', size = 'md', square }: Look, extra?: string) {
  return clsx(
    'inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-md font-medium transition-colors duration-100',
    'disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:cursor-not-allowed aria-disabled:opacity-60',
    '[&_svg]:size-4 [&_svg]:shrink-0',
    size === 'sm' ? 'min-h-7 text-sm max-sm:min-h-10' : 'min-h-8.5 text-sm max-sm:min-h-11',
    square ? (size === 'sm' ? 'w-7 max-sm:w-10' : 'w-8.5 max-sm:w-11') : size === 'sm' ? 'px-2.5' : 'px-3.5',
    variants[variant],
    extra,
  )
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Look {
  /** While set, it replaces the label and the button takes no second press: `busy={submitting && 'Saving...'}`. */
  busy?: string | false | null
}

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
      type={type}
      disabled={rest.disabled || !!busy}
      aria-busy={busy ? true : undefined}
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

/** A turning ring, for what is on its way. */
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

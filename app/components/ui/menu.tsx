import { Form, Link, type LinkProps } from '@remix-run/react'
import clsx from 'clsx'
import { type ButtonHTMLAttributes, type ReactNode, useEffect, useRef } from 'react'
import { type ButtonSize, type ButtonVariant, buttonClass } from './button'

export interface MenuProps {
  /** The menu's name, also the button's label unless `trigger` is given. */
  label: string
  /** Shown on the button instead of the label: an icon, an avatar. */
  trigger?: ReactNode
  /** Replaces the button's style. */
  triggerClass?: string
  variant?: ButtonVariant
  size?: ButtonSize
  square?: boolean
  /** The edge of the button that the panel aligns with, and the side that it opens to. */
  align?: 'start' | 'end'
  side?: 'bottom' | 'top'
  className?: string
  /** For shortcuts: the keys that open it. */
  'data-key'?: string
  'data-bulk-key'?: string
  children: ReactNode
}

/** A dropdown of links and buttons. Native `<details>`; with scripts it also closes on Escape, an outside click or a selection. */
export function Menu({
  label,
  trigger,
  triggerClass,
  variant = 'ghost',
  size = 'sm',
  square,
  align = 'end',
  side = 'bottom',
  className,
  children,
  ...keys
}: MenuProps) {
  const root = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const details = root.current
    if (!details) return
    const close = () => details.removeAttribute('open')
    const onPointer = (event: Event) => {
      if (details.open && !details.contains(event.target as Node)) close()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !details.open) return
      const inside = details.contains(document.activeElement)
      close()
      if (inside) details.querySelector('summary')?.focus()
    }
    // After the selection has taken effect: the form must still exist when its button submits it.
    const onClick = (event: Event) => {
      if ((event.target as Element).closest('a, button')) setTimeout(close)
    }
    const onToggle = () => details.open && keepInside(details.lastElementChild as HTMLElement)
    document.addEventListener('pointerdown', onPointer)
    document.addEventListener('focusin', onPointer)
    document.addEventListener('keydown', onKey)
    details.addEventListener('click', onClick)
    details.addEventListener('toggle', onToggle)
    return () => {
      document.removeEventListener('pointerdown', onPointer)
      document.removeEventListener('focusin', onPointer)
      document.removeEventListener('keydown', onKey)
      details.removeEventListener('click', onClick)
      details.removeEventListener('toggle', onToggle)
    }
  }, [])
  return (
    <details ref={root} className={clsx('group/menu relative', className ?? 'inline-block')}>
      <summary
        {...keys}
        aria-label={trigger ? label : undefined}
        className={triggerClass ?? buttonClass({ variant, size, square })}
      >
        {trigger ?? label}
      </summary>
      <div
        className={clsx(
          'absolute z-30 min-w-44 animate-rise rounded-lg bg-raised p-1 shadow-pop',
          align === 'end' ? 'right-0' : 'left-0',
          side === 'bottom' ? 'top-full mt-1' : 'bottom-full mb-1',
        )}
      >
        {children}
      </div>
    </details>
  )
}

/** Least pixels between a panel and the edges of the window. */
const EDGE = 8

/** Moves a panel that the window would cut sideways. */
function keepInside(panel: HTMLElement): void {
  panel.style.marginInline = ''
  const { left, right } = panel.getBoundingClientRect()
  const most = document.documentElement.clientWidth - EDGE
  const shift = left < EDGE ? EDGE - left : Math.min(0, most - right)
  // Only the margin on the side that the panel is placed from has an effect.
  if (shift !== 0) panel.style.marginInline = `${shift}px ${-shift}px`
}

const item = (danger?: boolean) =>
  clsx(
    'flex min-h-8 w-full items-center gap-2 rounded-md px-2.5 text-left text-sm whitespace-nowrap -outline-offset-2 max-sm:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0',
    danger ? 'text-danger-ink hover:bg-danger-soft' : 'text-ink hover:bg-hover [&_svg]:text-muted',
  )

/** A link in a menu. */
export const MenuLink = ({
  danger,
  icon,
  children,
  ...rest
}: LinkProps & { danger?: boolean; icon?: ReactNode }) => (
  <Link {...rest} className={item(danger)}>
    {icon}
    {children}
  </Link>
)

export interface MenuButtonProps {
  /** The form's action. */
  action?: string
  fields?: Record<string, string>
  danger?: boolean
  icon?: ReactNode
  children: ReactNode
}

/** A menu entry that changes something: a small POST form. */
export const MenuButton = ({ action, fields, danger, icon, children }: MenuButtonProps) => (
  <Form method="post" action={action} preventScrollReset>
    {Object.entries(fields ?? {}).map(([key, value]) => (
      <input key={key} type="hidden" name={key} value={value} />
    ))}
    <button type="submit" className={item(danger)}>
      {icon}
      {children}
    </button>
  </Form>
)

/** A menu entry that needs scripts. */
export const MenuChoice = (props: ButtonHTMLAttributes<HTMLButtonElement>) => (
  <button {...props} type="button" className={item()} />
)

/** A menu entry that submits the form around the menu. */
export const MenuSubmit = ({
  icon,
  children,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { icon?: ReactNode }) => (
  <button {...rest} type="submit" className={item()}>
    {icon}
    {children}
  </button>
)

/** A line between groups of entries. */
export const MenuLine = () => <hr className="my-1 border-line" />

import clsx from 'clsx'
import type { InputHTMLAttributes, ReactNode, TdHTMLAttributes, ThHTMLAttributes } from 'react'

/**
 * A table that becomes a stack of small cards if its container is narrower than 42rem, with two values side by side from 28rem. Give every `Td` the `label` of its column: the
 * stack shows it beside the value. `caption` names the table for screen readers.
 */
export function Table({
  caption,
  children,
  className,
}: {
  caption: string
  children: ReactNode
  className?: string
}) {
  return (
    <div className={clsx('@container min-w-0', className)}>
      <table className="w-full border-collapse text-left text-sm @max-2xl:block">
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </div>
  )
}

/**
 * The header row; its children are `Th` or `SortHead`. Each card of the stack names its values, so there it is for screen readers; only
 * the links that sort stay in sight above the cards. Those of many columns scroll.
 */
export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead className="border-b border-line bg-sunken @max-2xl:block @max-2xl:not-has-[a]:sr-only">
      <tr className="@max-2xl:flex @max-2xl:max-h-29 @max-2xl:flex-wrap @max-2xl:gap-x-4 @max-2xl:overflow-y-auto @max-2xl:px-4 @max-2xl:py-1.5 sm:@max-2xl:px-5">
        {children}
      </tr>
    </thead>
  )
}

/** The rows; its children are `Tr`. */
export function TableBody({ children }: { children: ReactNode }) {
  return <tbody className="divide-y divide-line @max-2xl:block">{children}</tbody>
}

/** One row. `selected` highlights it. */
export function Tr({ children, selected }: { children: ReactNode; selected?: boolean }) {
  return (
    <tr
      className={clsx(
        'transition-colors hover:bg-sunken @max-2xl:relative @max-2xl:block @max-2xl:px-4 @max-2xl:py-3 sm:@max-2xl:px-5',
        '@md:@max-2xl:grid @md:@max-2xl:grid-cols-2 @md:@max-2xl:gap-x-10',
        selected && 'bg-accent-soft',
      )}
    >
      {children}
    </tr>
  )
}

interface Cell {
  /** Right-aligned, for numbers and the actions column. */
  end?: boolean
}

/** A column header. */
export function Th({ end, className, ...rest }: ThHTMLAttributes<HTMLTableCellElement> & Cell) {
  return (
    <th
      scope="col"
      {...rest}
      className={clsx(
        'h-8 px-3 text-xs font-medium whitespace-nowrap text-muted first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5',
        '@max-2xl:flex @max-2xl:items-center @max-2xl:!px-0 @max-2xl:not-has-[a]:sr-only',
        end && 'text-right',
        className,
      )}
    />
  )
}

interface BodyCell extends Cell {
  /** The column's name, shown in the stack. A cell without it (the row's name, its buttons) takes a whole line. */
  label?: string
  /** In the stack, the top right corner: for a row's menu. */
  corner?: boolean
}

/** A body cell. */
export function Td({
  end,
  label,
  corner,
  className,
  children,
  ...rest
}: TdHTMLAttributes<HTMLTableCellElement> & BodyCell) {
  return (
    <td
      {...rest}
      className={clsx(
        'h-11 px-3 py-1 align-middle @max-2xl:h-auto first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5',
        '@max-2xl:flex @max-2xl:items-baseline @max-2xl:justify-between @max-2xl:gap-4 @max-2xl:!px-0 @max-2xl:py-1',
        end && 'text-right',
        label &&
          '@max-2xl:text-right @md:@max-2xl:flex-col @md:@max-2xl:justify-start @md:@max-2xl:gap-0 @md:@max-2xl:text-left',
        !label && '@md:@max-2xl:col-span-2',
        !label && end && !corner && '@max-2xl:justify-end @max-2xl:pt-2',
        corner && '@max-2xl:absolute! @max-2xl:top-2 @max-2xl:right-3',
        className,
      )}
    >
      {label && (
        <span
          className="hidden max-w-1/2 shrink-0 text-left text-xs [overflow-wrap:anywhere] text-muted @max-2xl:inline @md:@max-2xl:max-w-full"
          aria-hidden="true"
        >
          {label}
        </span>
      )}
      <div className={clsx('min-w-0 break-words', !label && !end && '@max-2xl:w-full')}>{children}</div>
    </td>
  )
}

/** The header of the column with the checkboxes. */
export const SelectTh = () => (
  <Th className="w-8">
    <span className="sr-only">Select</span>
  </Th>
)

/** The cell with a row's checkbox; null for a row that cannot be selected. In the stack it is at the top left. */
export const SelectTd = ({ box }: { box: InputHTMLAttributes<HTMLInputElement> | null }) => (
  <Td className="@max-2xl:absolute! @max-2xl:top-2.5 @max-2xl:left-4 sm:@max-2xl:left-5">
    {box && <input type="checkbox" {...box} className="size-4 align-middle accent-accent" />}
  </Td>
)

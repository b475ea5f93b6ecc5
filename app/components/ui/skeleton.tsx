import clsx from 'clsx'

/** A grey placeholder for pending content, sized by classes. */
function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={clsx('animate-pulse-soft rounded-md bg-hover', className ?? 'h-4 w-full')}
    />
  )
}

/** Several lines of placeholders, with text for screen readers. */
export function SkeletonLines({ lines = 4 }: { lines?: number }) {
  const widths = ['w-full', 'w-11/12', 'w-4/5', 'w-2/3']
  return (
    <div role="status" className="space-y-3">
      <span className="sr-only">Loading...</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no other identity and never move
        <Skeleton key={line} className={clsx('h-4', widths[line % widths.length])} />
      ))}
    </div>
  )
}

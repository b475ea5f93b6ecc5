/** The mark: a seedling below the slanted glass of a cold frame. */
export function LogoMark({ className = 'size-6' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <g
        className="stroke-on-accent"
        fill="none"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="M6 24V15.500L26 9v15Z" />
        <path d="M16 24v-5" />
        <path className="fill-on-accent" d="M16 19.5c0-2.6-1.6-4-4.4-4 0 2.7 1.6 4 4.4 4Z" />
        <path className="fill-on-accent" d="M16 18.200c0-2.6 1.7-4.2 4.9-4.2 0 2.8-1.8 4.2-4.9 4.200Z" />
      </g>
    </svg>
  )
}

/** Mark and name, with the tagline where there is room for it. */
export function Logo({ tagline }: { tagline?: string }) {
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <LogoMark className="size-7 shrink-0" />
      <span className="min-w-0 leading-tight">
        <span className="block truncate text-[15px] font-semibold tracking-[-0.015em]">Coldframe</span>
        {tagline && <span className="block truncate text-2xs text-muted">{tagline}</span>}
      </span>
    </span>
  )
}

/** The logo: a seedling below the slanted glass of a cold frame. */
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
        <path d="M6 13.5 26 7" />
        <path d="M6 25.5h20" />
        <path d="M16 25.5V20" />
        <path
          className="fill-on-accent"
          strokeWidth="1.2"
          d="M16 20.5c0-3.6-2.2-5.6-6.2-5.6 0 3.9 2.2 5.6 6.2 5.6Z"
        />
        <path className="fill-on-accent" strokeWidth="1.2" d="M16 19c0-3.8 2.3-6 6.7-6 0 4.1-2.4 6-6.7 6Z" />
      </g>
    </svg>
  )
}

/** Logo and name, with the tagline if there is room. */
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

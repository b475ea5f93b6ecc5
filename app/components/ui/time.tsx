/**
 * A moment formatted by the server (`formatMoment`, `formatDay`: in the user's time zone), so that the browser's zone and language do
 * not change it. `at` is the same moment as an ISO string, for machines.
 */
export const Time = ({ at, children, className }: { at: string; children: string; className?: string }) => (
  <time dateTime={at} className={className}>
    {children}
  </time>
)

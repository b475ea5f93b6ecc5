/**
 * A moment in words that the server chose (`formatMoment`, `formatDay`: the user's own zone), so that the browser's zone
 * and language never change them. `at` is the same moment as an ISO string, for machines.
 */
export const Time = ({ at, children, className }: { at: string; children: string; className?: string }) => (
  <time dateTime={at} className={className}>
    {children}
  </time>
)

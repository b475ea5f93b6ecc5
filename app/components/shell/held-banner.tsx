/** Says on every page that sending is held after a restore, and how to resume it. */
export const HeldBanner = ({ since }: { since: string }) => (
  <aside
    aria-label="Sending is held"
    className="border-b border-danger/30 bg-danger-soft px-4 py-1.5 text-center text-xs text-danger-ink"
  >
    <strong className="font-semibold">Sending is held</strong> since {since}: this installation was restored
    from a backup, and emails may have been sent after the backup was made. The operator can resume sending
    with <code className="font-mono whitespace-nowrap">npm run resume</code>.
  </aside>
)

export interface HeldProps {
  /** `moved`: the database was restored or copied. `operator`: an operator holds sending. */
  kind: 'moved' | 'operator'
  /** A formatted moment. */
  since: string
  /** The operator's reason. */
  reason: string | null
}

/** Says on every page that sending is held, why, and how it resumes. */
export const HeldBanner = ({ kind, since, reason }: HeldProps) => (
  <aside
    aria-label="Sending is held"
    className="border-b border-danger/30 bg-danger-soft px-4 py-1.5 text-center text-xs break-words text-danger-ink"
  >
    <strong className="font-semibold">Sending is held</strong> since {since}
    {kind === 'moved' ? (
      <>
        : this installation was restored from a backup, and emails may have been sent after the backup was
        made. The operator can resume sending with{' '}
        <code className="font-mono whitespace-nowrap">npm run resume</code>.
      </>
    ) : (
      <> by the operator of this installation. Emails wait, replies still arrive.{reason && ` ${reason}`}</>
    )}
  </aside>
)

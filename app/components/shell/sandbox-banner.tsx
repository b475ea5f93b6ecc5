import { useRootData } from '~/components/page/root-data'

/** Says on every page that no email leaves the sandbox. Renders nothing while the sandbox is off. */
export function SandboxBanner() {
  if (!useRootData()?.sandbox) return null
  return (
    <aside
      aria-label="Sandbox"
      className="border-b border-warning/30 bg-warning-soft px-4 py-1.5 text-center text-xs text-warning-ink"
    >
      <strong className="font-semibold">Sandbox:</strong> simulated mailboxes, recipients and clock. No email
      leaves this machine.{' '}
      <a href="/sandbox" className="inline-block font-medium underline underline-offset-2">
        Open the sandbox
      </a>
    </aside>
  )
}

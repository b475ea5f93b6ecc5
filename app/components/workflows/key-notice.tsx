import { Link } from '@remix-run/react'
import { KeyRound } from '~/components/ui/icons'
import { paths } from '~/paths'

/** Says that no leads can be found while the API key is missing or disabled. */
export const KeyNotice = () => (
  <div className="mb-5 flex items-start gap-3 rounded-lg border border-warning/40 bg-warning-soft px-4 py-3 text-sm text-warning-ink">
    <KeyRound className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
    <p className="min-w-0">
      <span className="font-semibold">Apollo API Key Required.</span> Workflows find leads with your own key.{' '}
      <Link to={paths.integrations()} className="rounded-sm font-medium underline">
        Go to Integrations
      </Link>
    </p>
  </div>
)

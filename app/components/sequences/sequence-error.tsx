import { useRouteError } from '@remix-run/react'
import { describeError, ErrorScreen, RouteError } from '~/components/page/error-screen'
import { paths } from '~/paths'

const back = { to: paths.sequences(), label: 'Back to Sequences' }

/** The error boundary of a sequence's screens. A malformed id counts as unknown. */
export function SequenceError() {
  const { title } = describeError(useRouteError())
  const unknown = ['Not found', '404 Page Not Found'].includes(title)
  return unknown ? <ErrorScreen title="Sequence not found" back={back} /> : <RouteError back={back} />
}

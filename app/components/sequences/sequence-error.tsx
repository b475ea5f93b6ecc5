import { useRouteError } from '@remix-run/react'
import { describeError, ErrorScreen, RouteError } from '~/components/page/error-screen'
import { paths } from '~/paths'

const back = { to: paths.sequences(), label: 'Back to Sequences' }

/**
 * The error boundary of a sequence's screens. A malformed id counts as unknown, and a failed load has the same title (specification
 * document 1, section 2), but can be retried.
 */
export function SequenceError() {
  const { title } = describeError(useRouteError())
  const unknown = ['Not found', '404 Page Not Found'].includes(title)
  const failure = 'Sequence not found'
  return unknown ? <ErrorScreen title={failure} back={back} /> : <RouteError failure={failure} back={back} />
}

import { data } from '@remix-run/node'
import { ErrorScreen } from '~/components/page/error-screen'
import { titled } from '~/components/page/meta'
import { paths } from '~/paths'

export const meta = titled('Not found')

export const loader = () => data(null, { status: 404 })

/** Any address that is no screen's. */
export default function NotFound() {
  return (
    <ErrorScreen
      title="404 Page Not Found"
      text="There is nothing at this address."
      back={{ to: paths.sequences(), label: 'Back to Sequences' }}
    />
  )
}

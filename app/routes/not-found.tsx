import { data } from '@remix-run/node'
import { ErrorScreen } from '~/components/page/error-screen'
import { titled } from '~/components/page/meta'
import { paths } from '~/paths'

export const meta = titled('Not found')

export const loader = () => data(null, { status: 404 })

/** Any path that no screen has. */
export default function NotFound() {
  return (
    <ErrorScreen
      title="404 Page Not Found"
      text="This page does not exist."
      back={{ to: paths.sequences(), label: 'Back to Sequences' }}
    />
  )
}

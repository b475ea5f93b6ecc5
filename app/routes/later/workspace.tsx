import { LinkButton } from '~/components/button'
import { LaterScreen } from '~/components/later-screen'
import { titled } from '~/components/meta'
import { page } from '~/http/page.server'
import { paths } from '~/paths'

export const meta = titled('Google Workspace Integration')

export const loader = page(async () => null)

/** The workspace connection; not built yet. */
export default function Workspace() {
  return (
    <LaterScreen
      title="Google Workspace Integration"
      back={{ to: paths.integrations(), label: 'Integrations' }}
      text="Connecting a Google Workspace is not part of this version. A single Gmail or Workspace mailbox can be connected for sending."
      action={<LinkButton to={paths.gmail()}>Go to Gmail accounts</LinkButton>}
    />
  )
}

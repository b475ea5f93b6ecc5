import { LinkButton } from '~/components/button'
import { LaterScreen } from '~/components/later-screen'
import { titled } from '~/components/meta'
import { page } from '~/http/page.server'
import { paths } from '~/paths'

export const meta = titled('Integrations')

export const loader = page(async () => null)

/** Keys of other services; not built yet. */
export default function Integrations() {
  return (
    <LaterScreen
      title="Integrations"
      text="Connections to other services are not part of this version. Mailboxes are connected on the Gmail screen."
      action={<LinkButton to={paths.gmail()}>Go to Gmail accounts</LinkButton>}
    />
  )
}

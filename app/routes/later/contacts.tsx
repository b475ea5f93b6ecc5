import { LinkButton } from '~/components/button'
import { LaterScreen } from '~/components/later-screen'
import { titled } from '~/components/meta'
import { page } from '~/http/page.server'
import { paths } from '~/paths'

export const meta = titled('Contacts')

export const loader = page(async () => null)

/** All contacts; not built yet. */
export default function Contacts() {
  return (
    <LaterScreen
      title="Contacts"
      text="The list of all contacts is not part of this version. Contacts are kept in email lists: add, import and edit them there."
      action={<LinkButton to={paths.personas()}>Go to Email Lists</LinkButton>}
    />
  )
}

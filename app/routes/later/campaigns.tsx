import { LinkButton } from '~/components/button'
import { LaterScreen } from '~/components/later-screen'
import { titled } from '~/components/meta'
import { page } from '~/http/page.server'
import { paths } from '~/paths'

export const meta = titled('Campaigns')

export const loader = page(async () => null)

/** The list of campaigns; not built yet. */
export default function Campaigns() {
  return (
    <LaterScreen
      title="Campaigns"
      text="A list of campaigns is not part of this version. What you send is organised in sequences."
      action={<LinkButton to={paths.sequences()}>Go to Sequences</LinkButton>}
    />
  )
}

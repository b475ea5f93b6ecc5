import { LinkButton } from '~/components/button'
import { LaterScreen } from '~/components/later-screen'
import { titled } from '~/components/meta'
import { page } from '~/http/page.server'
import { paths } from '~/paths'

export const meta = titled('Workflows')

export const loader = page(async () => null)

/** The list of workflows; not built yet. */
export default function Workflows() {
  return (
    <LaterScreen
      title="Workflows"
      text="Workflows that find leads on a schedule are not part of this version. Sequences send on a schedule of their own."
      action={<LinkButton to={paths.sequences()}>Go to Sequences</LinkButton>}
    />
  )
}

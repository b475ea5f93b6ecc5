import { LaterScreen } from '~/components/later-screen'
import { titled } from '~/components/meta'
import { page } from '~/http/page.server'
import { paths } from '~/paths'

export const meta = titled('Edit Workflow')

export const loader = page(async () => null)

/** One workflow; not built yet. */
export default function Workflow() {
  return (
    <LaterScreen
      title="Edit Workflow"
      back={{ to: paths.workflows(), label: 'Workflows' }}
      text="Workflows that find leads on a schedule are not part of this version."
    />
  )
}

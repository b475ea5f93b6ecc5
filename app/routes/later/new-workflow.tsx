import { LaterScreen } from '~/components/later-screen'
import { titled } from '~/components/meta'
import { page } from '~/http/page.server'
import { paths } from '~/paths'

export const meta = titled('Create Workflow')

export const loader = page(async () => null)

/** The wizard for a workflow; not built yet. */
export default function NewWorkflow() {
  return (
    <LaterScreen
      title="Create Workflow"
      back={{ to: paths.workflows(), label: 'Workflows' }}
      text="Workflows that find leads on a schedule are not part of this version."
    />
  )
}

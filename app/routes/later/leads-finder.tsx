import { LinkButton } from '~/components/button'
import { LaterScreen } from '~/components/later-screen'
import { titled } from '~/components/meta'
import { page } from '~/http/page.server'
import { paths } from '~/paths'

export const meta = titled('Leads Finder')

export const loader = page(async () => null)

/** The search in the lead database; not built yet. */
export default function LeadsFinder() {
  return (
    <LaterScreen
      title="Leads Finder"
      text="Searching a lead database is not part of this version. Contacts can be added to an email list by hand or from a CSV file."
      action={<LinkButton to={paths.personas()}>Go to Email Lists</LinkButton>}
    />
  )
}

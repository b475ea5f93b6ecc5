import { useLoaderData } from '@remix-run/react'
import { titled } from '~/components/page/meta'
import { FindingList } from '~/components/sequences/checks-card'
import { LinkButton } from '~/components/ui/button'
import { DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { page } from '~/http/page.server'
import { checkOutside } from '~/models/planning/outside-checks.server'
import { paths } from '~/paths'

export const meta = titled('Senders and Links')

export const loader = page(async ({ app, db, userId, params }) => ({
  id: params.id!,
  ...(await checkOutside(db, userId, params.id!, app.providers)),
}))

/** Asks other servers about the senders of a sequence and the links in its emails. */
export default function OutsideChecksDialog() {
  const { id, findings, senders, links } = useLoaderData<typeof loader>()
  return (
    <RouteDialog
      title="Senders and Links"
      description={`Checked the DNS records of ${count(senders, 'mailbox', 'mailboxes')} and ${count(links, 'link', 'links')} in emails.`}
      closeTo={paths.sequence(id)}
    >
      <FindingList findings={findings} />
      <DialogActions>
        <LinkButton to={paths.sequenceChecks(id)} preventScrollReset>
          Check Again
        </LinkButton>
        <LinkButton variant="primary" to={paths.sequence(id)} preventScrollReset data-cancel="">
          Done
        </LinkButton>
      </DialogActions>
    </RouteDialog>
  )
}

const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`

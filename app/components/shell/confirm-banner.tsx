import { Form, useLocation } from '@remix-run/react'
import { paths } from '~/paths'
import { Button } from '../ui/button'

/** Says on every page that the address of the account is still to be confirmed, and sends the link once more. */
export function ConfirmBanner({ email }: { email: string }) {
  const { pathname, search } = useLocation()
  return (
    <aside
      aria-label="Confirm your email address"
      className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 border-b border-line bg-surface px-4 py-1.5 text-center text-xs break-words"
    >
      <p>
        <strong className="font-semibold">Confirm your email address</strong> to connect a mailbox: open the
        link that we emailed to {email}.
      </p>
      <Form method="post" action={paths.confirmAgain()}>
        <input type="hidden" name="redirectTo" value={pathname + search} />
        <Button size="sm">Send it again</Button>
      </Form>
    </aside>
  )
}

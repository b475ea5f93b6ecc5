import { getFormProps } from '@conform-to/react'
import { Form, Link, Outlet, useActionData, useLoaderData } from '@remix-run/react'
import type { z } from 'zod'
import { useActionForm } from '~/components/forms/action-form'
import { TextareaField, TextField } from '~/components/forms/text-field'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { useSubmitting } from '~/components/forms/use-submitting'
import { RouteError } from '~/components/page/error-screen'
import { titled } from '~/components/page/meta'
import { SettingsHead } from '~/components/settings/settings-tabs'
import { Badge } from '~/components/ui/badge'
import { Button, LinkButton } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { EmptyState } from '~/components/ui/empty-state'
import { FormErrors } from '~/components/ui/form-errors'
import { Ban } from '~/components/ui/icons'
import { KeysetPager } from '~/components/ui/list/pagination'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { addStops, listStops } from '~/models/contacts/do-not-contact.server'
import { formatDay } from '~/models/shared/format-time'
import { ListForm } from '~/models/suppressions/do-not-contact'
import { paths } from '~/paths'

const PER_PAGE = 25

export const meta = titled('Do not contact')

export const loader = page(async ({ db, userId, user, url }) => {
  const cursor = url.searchParams.get('cursor')?.slice(0, 300)
  const { rows, cursor: next } = await listStops(db, userId, { limit: PER_PAGE, cursor })
  return {
    rows: rows.map(({ id, address, domain, note, createdAt }) => ({
      id,
      what: address ?? domain ?? '',
      isDomain: domain !== null,
      note,
      since: formatDay(createdAt, user.timezone),
    })),
    next,
    paged: cursor !== undefined,
    listQuery: cursor ? `?${new URLSearchParams({ cursor })}` : '',
  }
})

const FAILED = 'Failed to save the list'

export const action = formAction(
  ListForm,
  async ({ entries, reason }, { app, db, userId }) => {
    const listed = { ...entries, note: reason }
    const { added } = await addStops(db, userId, listed, await app.clock.now(), app.secrets)
    return redirectWithToast(app, paths.doNotContact(), {
      kind: 'success',
      title: added === 1 ? '1 entry added' : `${added.toLocaleString('en-US')} entries added`,
      ...(added === 0 ? { text: 'All of them were already on the list.' } : {}),
    })
  },
  { limit: 1024 * 1024, failure: FAILED },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure(FAILED)

/** Addresses and domains that get no emails, however they enter the system. */
export default function DoNotContact() {
  const { rows, next, paged, listQuery } = useLoaderData<typeof loader>()
  return (
    <>
      <SettingsHead />
      <div className="max-w-2xl space-y-4">
        <Card
          title="Add addresses or domains"
          description="They get no more emails, and their sequences end immediately."
        >
          <AddForm key={rows[0]?.id} />
        </Card>
        <Card
          title="On the list"
          description="Contacts who unsubscribed, bounced or were erased are also blocked, but not listed here."
          flush
          footer={
            (paged || next) && (
              <div className="grow">
                <KeysetPager
                  label="Pages of the list"
                  labels={{ newer: 'Newest', older: 'Older' }}
                  newer={paged ? paths.doNotContact() : null}
                  older={next ? `${paths.doNotContact()}?${new URLSearchParams({ cursor: next })}` : null}
                />
              </div>
            )
          }
        >
          {rows.length === 0 ? (
            <EmptyState
              bare
              icon={<Ban />}
              title={paged ? 'No older entries' : 'No entries yet'}
              text="Add customers, competitors, or anyone who asked you not to write."
              action={paged && <Link to={paths.doNotContact()}>Show the newest</Link>}
            />
          ) : (
            <ul className="divide-y divide-line">
              {rows.map(({ id, what, isDomain, note, since }) => (
                <li key={id} className="flex items-center justify-between gap-3 px-4 py-2 sm:px-5">
                  <div className="min-w-0">
                    <p className="flex flex-wrap items-center gap-2 text-sm">
                      <span className="min-w-0 font-medium break-all">{what}</span>
                      {isDomain && <Badge>Domain</Badge>}
                    </p>
                    <p className="text-xs break-words text-muted">
                      Since {since}
                      {note && `: ${note}`}
                    </p>
                  </div>
                  <LinkButton
                    size="sm"
                    to={paths.removeStop(id) + listQuery}
                    preventScrollReset
                    aria-label={`Remove ${what}`}
                  >
                    Remove
                  </LinkButton>
                </li>
              ))}
            </ul>
          )}
        </Card>
      </div>
      <Outlet />
    </>
  )
}

/** The form that adds entries. Its key empties it once they are on the list. */
function AddForm() {
  const [form, fields] = useActionForm<z.input<typeof ListForm>>(useActionData<typeof action>())
  const busy = useSubmitting()
  return (
    <Form {...getFormProps(form)} method="post" className="space-y-4">
      <FormErrors errors={form.errors} id={form.errorId} />
      <TextareaField
        field={fields.entries}
        label="Addresses and domains"
        hint="One per line, or separated by commas: name@example.com for an address, example.com for a whole domain."
        rows={4}
        mono
        required
        spellCheck={false}
        autoCapitalize="none"
      />
      <TextField field={fields.reason} label="Reason" optional />
      <Button variant="primary" busy={busy && 'Adding...'}>
        Add to the list
      </Button>
    </Form>
  )
}

export const ErrorBoundary = () => (
  <RouteError back={{ to: paths.doNotContact(), label: 'Back to Do not contact' }} />
)

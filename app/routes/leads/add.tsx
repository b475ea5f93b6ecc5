import { getFormProps } from '@conform-to/react'
import { redirect } from '@remix-run/node'
import { Form, Outlet, useActionData, useLoaderData, useLocation } from '@remix-run/react'
import type { z } from 'zod'
import { useActionForm, useFailureToast } from '~/components/forms/action-form'
import { SelectField } from '~/components/forms/select-field'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { useSubmitting } from '~/components/forms/use-submitting'
import { finderQuery } from '~/components/leads/finder-query'
import { titled } from '~/components/page/meta'
import { Button, LinkButton } from '~/components/ui/button'
import { CancelLink, DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { FormErrors } from '~/components/ui/form-errors'
import { Coins } from '~/components/ui/icons'
import { formatCount } from '~/components/ui/numbers'
import { InstantToast } from '~/components/ui/toast-viewer'
import { invalid } from '~/errors'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { hasFilter, LeadCriteria, readCriteria } from '~/models/leads/criteria'
import { startLeadImport, startLeadImportOfAll } from '~/models/leads/import.server'
import { AddLeads } from '~/models/leads/search'
import { listPersonas } from '~/models/personas/persona.server'
import { paths } from '~/paths'

export const meta = titled('Add to Email List')

/** The ids of the ticked leads; a `~` marks leads without an address. */
function chosenOf(query: URLSearchParams) {
  const ids = query.getAll('leadId')
  return { ids: ids.filter((id) => !id.endsWith('~')), without: ids.filter((id) => id.endsWith('~')).length }
}

export const loader = page(async ({ app, db, userId, url }) => {
  const finder = paths.leadsFinder() + finderQuery(url.search)
  const all = url.searchParams.has('all')
  const { ids, without } = chosenOf(url.searchParams)
  if (!all && ids.length === 0) {
    if (without === 0) throw redirect(finder)
    const text = 'None of the selected leads has an email address.'
    throw await redirectWithToast(app, finder, { kind: 'error', title: 'No valid emails', text })
  }
  if (all && !hasFilter(LeadCriteria.parse(readCriteria(url.searchParams)))) {
    const text = 'A search without a filter finds everyone. Choose at least one filter first.'
    throw await redirectWithToast(app, finder, { kind: 'error', title: 'No filter', text })
  }
  const { rows } = await listPersonas(db, userId, { limit: 1000 })
  return {
    all,
    chosen: ids.length,
    without,
    made: url.searchParams.get('personaId') ?? undefined,
    lists: rows.map(({ id, name, contactCount }) => ({
      value: id,
      label: `${name} (${formatCount(contactCount)} contacts)`,
    })),
  }
})

const Target = AddLeads.pick({ personaId: true })

export const action = formAction(Target, async ({ personaId }, { app, db, userId, url }) => {
  const query = url.searchParams
  const { jobId } = query.has('all')
    ? await startLeadImportOfAll(
        db,
        userId,
        { personaId, criteria: LeadCriteria.parse(readCriteria(query)), maximum: null },
        app,
      )
    : await startLeadImport(db, userId, chosenLeads(query, personaId), app)
  const next = new URLSearchParams(finderQuery(url.search))
  if (query.has('all')) next.set('all', 'true')
  return redirectWithToast(app, `${paths.leadImport(jobId)}?${next}`, {
    kind: 'success',
    title: 'Import job started',
  })
})

/** @throws AppError INVALID for a manipulated URL */
function chosenLeads(query: URLSearchParams, personaId: string) {
  const leads = chosenOf(query).ids.map((apolloId) => ({ apolloId }))
  const parsed = AddLeads.safeParse({ personaId, leads })
  return parsed.success ? parsed.data : invalid(parsed.error.issues[0]!.message)
}

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure((form) =>
  form.has('all') ? 'Failed to add all leads' : 'Failed to add leads',
)

/** Asks for the target email list of the leads and states the cost. */
export default function AddLeadsDialog() {
  const { all, made } = useLoaderData<typeof loader>()
  const response = useActionData<typeof action>()
  const { search } = useLocation()
  const failure = useFailureToast(response, all ? 'Failed to add all leads' : 'Failed to add leads')
  return (
    <>
      <RouteDialog
        title={all ? 'Add All Results' : 'Add to Email List'}
        closeTo={paths.leadsFinder() + finderQuery(search)}
      >
        <InstantToast toast={failure} />
        <ChooseList key={made} response={response} search={search} />
      </RouteDialog>
      <Outlet />
    </>
  )
}

function ChooseList({ response, search }: { response: unknown; search: string }) {
  const { all, chosen, without, lists, made } = useLoaderData<typeof loader>()
  const [form, fields] = useActionForm<z.input<typeof Target>>(response, {
    defaultValue: { personaId: made },
  })
  const busy = useSubmitting()
  return (
    <Form {...getFormProps(form)} method="post" preventScrollReset className="space-y-4">
      <FormErrors errors={form.errors} id={form.errorId} />
      {all && <input type="hidden" name="all" value="true" />}
      <p className="flex items-start gap-2.5 rounded-md bg-info-soft px-3 py-2.5 text-sm text-info-ink">
        <Coins className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
        <span className="min-w-0">
          {all ? (
            <>
              Adding costs <strong>one Apollo credit for each lead</strong> of the search who has an email
              address and is not in your contacts yet.
            </>
          ) : (
            <>
              Adding costs{' '}
              <strong>
                up to {formatCount(chosen)} Apollo {chosen === 1 ? 'credit' : 'credits'}
              </strong>
              : one for each lead who is not in your contacts yet.
            </>
          )}
          {without > 0 && ` ${formatCount(without)} without an email address will be left out.`}
        </span>
      </p>
      {lists.length > 0 ? (
        <SelectField
          field={fields.personaId}
          label="Email list"
          placeholder="Choose an email list"
          options={lists}
          hint="If the list is linked to a running sequence, new contacts are enrolled immediately."
        />
      ) : (
        <p className="text-sm text-muted">No email lists available. Create one to continue.</p>
      )}
      <DialogActions>
        <LinkButton
          to={`${paths.listBeside(paths.addLeads())}${search}`}
          preventScrollReset
          variant={lists.length === 0 ? 'primary' : 'ghost'}
          className="mr-auto"
        >
          Create New Email List
        </LinkButton>
        <CancelLink to={paths.leadsFinder() + finderQuery(search)} />
        {lists.length > 0 && (
          <Button variant="primary" busy={busy && 'Adding...'}>
            {all ? 'Add All Leads' : `Add ${formatCount(chosen)} ${chosen === 1 ? 'Lead' : 'Leads'}`}
          </Button>
        )}
      </DialogActions>
    </Form>
  )
}

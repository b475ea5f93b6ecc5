import { getFormProps } from '@conform-to/react'
import { redirect } from '@remix-run/node'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { keepContactsQuery, readView } from '~/components/contacts/view'
import { useActionForm } from '~/components/forms/action-form'
import { SelectField } from '~/components/forms/select-field'
import { TextField } from '~/components/forms/text-field'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { useSubmitting } from '~/components/forms/use-submitting'
import { titled } from '~/components/page/meta'
import { Button } from '~/components/ui/button'
import { CancelLink, DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { FormErrors } from '~/components/ui/form-errors'
import type { Db } from '~/db.server'
import { invalid } from '~/errors'
import { charge } from '~/http/budget.server'
import { formAction } from '~/http/form.server'
import { type PageCall, page } from '~/http/page.server'
import { isId, validate } from '~/http/validate'
import { BULK_ACTIONS, type BulkAction, changeOf, MAX_NAMED, NewBulk } from '~/models/contacts/bulk/bulk'
import { startChange } from '~/models/contacts/bulk/bulk.server'
import { splitTags } from '~/models/contacts/contact'
import { filterFields } from '~/models/contacts/filter/draft'
import { kindOf } from '~/models/contacts/filter/filter'
import { labelOf } from '~/models/contacts/filter/words'
import { conditionOf, countMatching, namedContacts } from '~/models/contacts/list.server'
import { listOwnFields } from '~/models/contacts/own-fields/own-fields.server'
import { listPersonas } from '~/models/personas/persona.server'
import { listSequences } from '~/models/sequences/sequence.server'
import { paths } from '~/paths'
import { readTableQuery } from '../read-table.server'

export const meta = titled('Change contacts')

/** Which contacts: those that are ticked, or all that the list finds. */
function chosenIn(url: URL): string[] | 'all' {
  if (url.searchParams.get('all') === 'yes') return 'all'
  return [...new Set(url.searchParams.getAll('contactId').filter(isId))].slice(0, MAX_NAMED)
}

/** The condition of the chosen contacts. */
async function conditionFor({ app, db, userId, user, url }: PageCall) {
  const chosen = chosenIn(url)
  if (chosen !== 'all') return namedContacts(chosen)
  const view = readView(url.searchParams)
  const { filter, problem, current } = await readTableQuery(db, userId, view)
  if (problem) invalid(problem)
  // Without its filter, all contacts would be meant.
  if (view.view && !current && !view.filter) invalid('This view no longer exists')
  const query = {
    ...{ q: view.q || undefined, statusFilter: view.status, industryFilter: view.industry || undefined },
    filter: filter ?? undefined,
  }
  return conditionOf(db, userId, query, { now: await app.clock.now(), timezone: user.timezone })
}

const actionIn = (url: URL) => BULK_ACTIONS.find((known) => known === url.searchParams.get('action')) ?? null

export const loader = page(async (call) => {
  const { db, userId, url } = call
  const action = actionIn(url)
  return {
    action,
    total: await countMatching(db, userId, await conditionFor(call)),
    search: url.search,
    closeTo: paths.contacts() + keepContactsQuery(url.search),
    choices: action ? await readChoices(db, userId, action) : [],
  }
})

const MAX_OFFERED = 1000

/** What an action can be given: lists, sequences or fields. */
async function readChoices(db: Db, userId: string, action: BulkAction) {
  const named = (rows: { id: string; name: string }[]) =>
    rows.map(({ id, name }) => ({ value: id, label: name }))
  if (action === 'enroll') return named((await listSequences(db, userId, { limit: MAX_OFFERED })).rows)
  if (action === 'addToList' || action === 'removeFromList') {
    const { rows } = await listPersonas(db, userId, { limit: MAX_OFFERED })
    return named(rows.filter(({ isDynamic }) => !isDynamic))
  }
  if (action !== 'setField') return []
  const own = await listOwnFields(db, userId)
  return filterFields(own)
    .filter(
      (field) => field.startsWith('custom.') || (kindOf(field, own) === 'text' && !NOT_SET.includes(field)),
    )
    .map((field) => ({ value: field, label: labelOf(field, own) }))
}

/** Fields that many contacts cannot have in common. */
const NOT_SET = ['email', 'industry', 'emailDomain']

/** The form of an action: what it needs, as texts. */
const ChangeForm = z.object({
  action: z.enum(BULK_ACTIONS, 'Choose what to do'),
  personaId: z.string().max(100).optional(),
  sequenceId: z.string().max(100).optional(),
  tags: z.string().max(5000).optional(),
  key: z.string().max(200).optional(),
  value: z.string().max(5000).optional(),
  format: z.string().max(10).optional(),
  /** How many contacts the dialog said. */
  total: z.coerce.number().int().min(0).optional(),
})

export const action = formAction(ChangeForm, async ({ tags, value, action, total, ...rest }, call) => {
  const { app, db, userId, url } = call
  await charge(app, userId, 'search')
  const given = Object.fromEntries(
    Object.entries(rest).filter(([, text]) => text !== undefined && text !== ''),
  )
  const input = validate(NewBulk, {
    ...{ ...given, action, filter: { all: [] } },
    ...(tags === undefined ? {} : { tags: splitTags(tags) }),
    ...(action === 'setField' ? { value: value?.trim() || null } : {}),
  })
  const condition = await conditionFor(call)
  const found = await countMatching(db, userId, condition)
  if (total !== undefined && found > total)
    invalid(
      `${contactsOf(found)} match now, no longer ${total.toLocaleString('en-US')}. Press again to change them all.`,
    )
  const { jobId } = await startChange(db, userId, changeOf(input), condition)
  throw redirect(paths.contactChange(jobId, keepContactsQuery(url.search)))
})

const contactsOf = (n: number) => (n === 1 ? '1 contact' : `${n.toLocaleString('en-US')} contacts`)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to change the contacts')

const LABELS: Record<BulkAction, { label: string; text: string; button: string }> = {
  addToList: {
    label: 'Add to an email list',
    text: 'They enter the sequences that it is linked to.',
    button: 'Add',
  },
  removeFromList: { label: 'Remove from an email list', text: 'Their sequences go on.', button: 'Remove' },
  tag: { label: 'Add tags', text: 'Tags are separated by commas.', button: 'Add tags' },
  untag: { label: 'Remove tags', text: 'Tags are separated by commas.', button: 'Remove tags' },
  setField: { label: 'Set a field', text: 'An empty value removes the one that is there.', button: 'Set' },
  enroll: {
    label: 'Add to a sequence',
    text: 'Each contact once; who must not be emailed is left out.',
    button: 'Add',
  },
  suppress: {
    label: 'Stop all emails',
    text: 'They are suppressed, and their sequences end. This cannot be undone for all at once.',
    button: 'Stop emails',
  },
  delete: {
    label: 'Delete',
    text: 'With their conversations and notes. Sent emails stay in the log. This action cannot be undone.',
    button: 'Delete',
  },
  export: {
    label: 'Export',
    text: 'As a file with every field. It can be downloaded for a day.',
    button: 'Export',
  },
}

/** Chooses what to do with the chosen contacts, then asks for what that needs. */
export default function ChangeDialog() {
  const { action, total, search, closeTo, choices } = useLoaderData<typeof loader>()
  const who = contactsOf(total)
  const linkTo = (chosen: BulkAction) => {
    const given = new URLSearchParams(search)
    given.set('action', chosen)
    return paths.changeContacts(`?${given}`)
  }
  if (!action)
    return (
      <RouteDialog title={`Change ${who}`} closeTo={closeTo}>
        {total === 0 ? (
          <p className="text-sm text-muted">Choose at least one contact.</p>
        ) : (
          <ul className="divide-y divide-line rounded-lg border border-line">
            {BULK_ACTIONS.map((choice) => (
              <li key={choice}>
                <Link
                  to={linkTo(choice)}
                  preventScrollReset
                  className="block px-3 py-2 text-sm -outline-offset-2 hover:bg-hover"
                >
                  <span className="block font-medium">{LABELS[choice].label}</span>
                  <span className="block text-xs text-muted">{LABELS[choice].text}</span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </RouteDialog>
    )
  return <ActionForm {...{ action, total, closeTo, choices }} />
}

interface ActionFormProps {
  action: BulkAction
  total: number
  closeTo: string
  choices: { value: string; label: string }[]
}

function ActionForm({ action, total, closeTo, choices }: ActionFormProps) {
  const [form, fields] = useActionForm<z.input<typeof ChangeForm>>(useActionData())
  const busy = useSubmitting()
  const { label, text, button } = LABELS[action]
  return (
    <RouteDialog title={`${label}: ${contactsOf(total)}`} description={text} closeTo={closeTo}>
      <Form {...getFormProps(form)} method="post" preventScrollReset className="space-y-4">
        <FormErrors errors={form.errors} id={form.errorId} />
        <input type="hidden" name="action" value={action} />
        <input type="hidden" name="total" value={total} />
        {(action === 'addToList' || action === 'removeFromList') && (
          <SelectField
            field={fields.personaId}
            label="Email list"
            placeholder="Choose a list"
            options={choices}
          />
        )}
        {action === 'enroll' && (
          <SelectField
            field={fields.sequenceId}
            label="Sequence"
            placeholder="Choose a sequence"
            options={choices}
          />
        )}
        {(action === 'tag' || action === 'untag') && (
          <TextField field={fields.tags} label="Tags" required autoComplete="off" />
        )}
        {action === 'setField' && (
          <>
            <SelectField field={fields.key} label="Field" placeholder="Choose a field" options={choices} />
            <TextField field={fields.value} label="Value" autoComplete="off" />
          </>
        )}
        {action === 'export' && (
          <SelectField
            field={fields.format}
            label="Format"
            options={[
              { value: 'csv', label: 'CSV' },
              { value: 'xlsx', label: 'Excel (XLSX)' },
            ]}
          />
        )}
        <DialogActions>
          <CancelLink to={closeTo} />
          <Button
            variant={action === 'delete' || action === 'suppress' ? 'danger' : 'primary'}
            busy={busy && 'Starting...'}
          >
            {button}
          </Button>
        </DialogActions>
      </Form>
    </RouteDialog>
  )
}

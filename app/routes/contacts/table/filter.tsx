import { redirect } from '@remix-run/node'
import { useLoaderData, useLocation } from '@remix-run/react'
import { type BuilderChoices, FilterBuilder } from '~/components/contacts/filter-builder'
import { hrefOf, keepContactsQuery, readView } from '~/components/contacts/view'
import { titled } from '~/components/page/meta'
import { Button } from '~/components/ui/button'
import { CancelLink, DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import type { Db } from '~/db.server'
import { page } from '~/http/page.server'
import {
  changedDraft,
  draftOf,
  filterFields,
  filterOfDraft,
  operatorsOf,
  readDraft,
} from '~/models/contacts/filter/draft'
import { FILTER_STATUSES, kindOf, OUTCOMES } from '~/models/contacts/filter/filter'
import { labelOf, OPERATOR_WORDS, OUTCOME_WORDS } from '~/models/contacts/filter/words'
import type { OwnField } from '~/models/contacts/own-fields/type'
import { listPersonas } from '~/models/personas/persona.server'
import { listSequences } from '~/models/sequences/sequence.server'
import { paths } from '~/paths'
import { checkedFilter, readTableQuery } from '../read-table.server'

export const meta = titled('Filter contacts')

export const loader = page(async ({ db, userId, url }) => {
  const { searchParams } = url
  const view = readView(searchParams)
  const { own, filter } = await readTableQuery(db, userId, view)
  const press = searchParams.get('press')?.slice(0, 100) ?? ''
  const isOpened = !searchParams.has('match')
  const shown = isOpened ? draftOf(filter === null ? null : JSON.parse(filter)) : readDraft(searchParams)
  const given = filterOfDraft(shown, own)
  const { problem } = checkedFilter(given, own)
  if (press === 'apply' && problem === null) {
    const isEmpty = shown.parts.length === 0
    const applied = isEmpty ? (view.view ? 'none' : '') : JSON.stringify(given)
    throw redirect(hrefOf(paths.contacts(), view, { filter: applied, page: 1, cursor: undefined }))
  }
  const draft =
    isOpened && shown.parts.length === 0 ? changedDraft(shown, 'add:') : changedDraft(shown, press)
  return {
    draft,
    problem: press === 'apply' ? problem : null,
    choices: await readChoices(db, userId, own),
    listQuery: keepContactsQuery(url.search),
  }
})

/** The most lists and sequences to choose from. */
const MAX_OFFERED = 1000

async function readChoices(db: Db, userId: string, own: OwnField[]): Promise<BuilderChoices> {
  const fields = filterFields(own)
  const [lists, sequences] = await Promise.all([
    listPersonas(db, userId, { limit: MAX_OFFERED }),
    listSequences(db, userId, { limit: MAX_OFFERED }),
  ])
  const named = (rows: { id: string; name: string }[]) =>
    rows.map(({ id, name }) => ({ value: id, label: name }))
  const same = (values: readonly string[]) => values.map((value) => ({ value, label: value }))
  const yesNo = same(['yes', 'no'])
  return {
    fields: fields.map((field) => ({ value: field, label: labelOf(field, own) })),
    operators: Object.fromEntries(
      fields.map((field) => [
        field,
        operatorsOf(field, own).map((op) => ({
          value: op,
          label: OPERATOR_WORDS[op as keyof typeof OPERATOR_WORDS],
        })),
      ]),
    ),
    values: {
      personaId: named(lists.rows),
      sequenceId: named(sequences.rows),
      status: same(FILTER_STATUSES),
      ...Object.fromEntries(
        own.flatMap(({ key, type, options }) =>
          type === 'choice'
            ? [[`custom.${key}`, same(options)]]
            : type === 'boolean'
              ? [[`custom.${key}`, yesNo]]
              : [],
        ),
      ),
    },
    types: Object.fromEntries(
      fields.map((field) => {
        const kind = kindOf(field, own)
        return [field, kind === 'number' ? 'number' : kind === 'date' || kind === 'moment' ? 'date' : 'text']
      }),
    ),
    outcomes: OUTCOMES.map((value) => ({ value, label: OUTCOME_WORDS[value] })),
  }
}

/** The builder of a filter, over the list of contacts. Its whole state is in its URL. */
export default function FilterDialog() {
  const { draft, problem, choices, listQuery } = useLoaderData<typeof loader>()
  const { search } = useLocation()
  const closeTo = paths.contacts() + listQuery
  const keep = [...new URLSearchParams(listQuery)].filter(([name]) => name !== 'page' && name !== 'cursor')
  return (
    <RouteDialog title="Filter contacts" closeTo={closeTo} size="lg">
      <FilterBuilder
        action={paths.filterContacts()}
        {...{ draft, choices, problem, keep: keep as [string, string][] }}
        key={search.includes('press=remove') ? search : 'builder'}
      >
        <DialogActions>
          <CancelLink to={closeTo} />
          <Button variant="primary" name="press" value="apply">
            Show contacts
          </Button>
        </DialogActions>
      </FilterBuilder>
    </RouteDialog>
  )
}

import type { MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import clsx from 'clsx'
import { z } from 'zod'
import { keepInboxPlace } from '~/components/inbox/view'
import { titleOf } from '~/components/page/meta'
import { PersonActs } from '~/components/sequences/person-acts'
import { PersonBadge } from '~/components/sequences/person-badge'
import { SequenceError } from '~/components/sequences/sequence-error'
import { SequenceHeader } from '~/components/sequences/sequence-header'
import { Address } from '~/components/ui/address'
import { Card } from '~/components/ui/card'
import { EmptyState } from '~/components/ui/empty-state'
import { Users } from '~/components/ui/icons'
import { KeysetPager } from '~/components/ui/pagination'
import { SearchBox } from '~/components/ui/search-box'
import { Table, TableBody, TableHead, Td, Th, Tr } from '~/components/ui/table'
import { buttonAction } from '~/http/button.server'
import { redirectWithToast } from '~/http/flash.server'
import { page } from '~/http/page.server'
import { validate } from '~/http/validate'
import { listMembers, PEOPLE_FILTERS, stepNames } from '~/models/sequences/members.server'
import { actOnEnrollment, CONTACT_ACTIONS, type ContactAction } from '~/models/sequences/person-acts.server'
import { getSequence } from '~/models/sequences/sequence.server'
import { countSteps } from '~/models/sequences/step.server'
import { PageQuery } from '~/models/shared/fields'
import { paths } from '~/paths'

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  titleOf(data ? `${data.sequence.name}: Contacts` : 'Contacts')

const PAGE = 50

const Query = PageQuery.extend({
  filter: z.enum(PEOPLE_FILTERS).catch('all'),
  q: z.string().max(200).optional().catch(undefined),
  step: z.uuid().optional().catch(undefined),
})

export const loader = page(async ({ db, userId, user, params, url }) => {
  const { id, name, status } = await getSequence(db, userId, params.id!)
  const { q, ...query } = validate(Query, { ...Object.fromEntries(url.searchParams), limit: PAGE })
  const [{ rows, cursor }, counts, names] = await Promise.all([
    listMembers(db, userId, id, { ...query, search: q }, user.timezone),
    countSteps(db, userId, [id]),
    stepNames(db, id),
  ])
  return {
    sequence: { id, name, status },
    stepCount: counts.get(id) ?? 0,
    rows,
    next: cursor,
    paged: query.cursor !== undefined,
    filter: query.filter,
    search: q ?? '',
    step: query.step ? { id: query.step, name: names.get(query.step) ?? 'a deleted step' } : null,
  }
})

const Act = z.object({
  act: z.enum(CONTACT_ACTIONS),
  id: z.uuid('Contact not found in this sequence'),
  from: z.enum(['people', 'person', 'conversation']).default('people'),
  conversationId: z.uuid().optional(),
  /** The query string of the inbox's list. */
  place: z.string().max(1_000).optional(),
})

/** The screen with the button. */
function backTo(sequenceId: string, { from, id, conversationId, place = '' }: z.output<typeof Act>): string {
  if (from === 'conversation' && conversationId)
    return paths.conversation(conversationId, keepInboxPlace(place))
  return from === 'person' ? paths.sequencePerson(sequenceId, id) : paths.sequencePeople(sequenceId)
}

const DONE: Record<ContactAction, string> = {
  pause: 'Paused for this contact',
  resume: 'Resumed for this contact',
  skip: 'Step skipped for this contact',
  stop: 'Stopped for this contact',
}

/** Pauses, resumes, stops or skips for one contact; the buttons are here and on the enrollment's own page. */
export const action = buttonAction(
  Act,
  {
    failure: (_, reason) => reason,
    back: ({ params }, input) => backTo(params.id!, input),
  },
  async (input, { app, db, userId, params }) => {
    const sequenceId = params.id!
    const { act, id } = input
    await actOnEnrollment(db, userId, { sequenceId, enrollmentId: id, act }, await app.clock.now())
    return redirectWithToast(app, backTo(sequenceId, input), { kind: 'success', title: DONE[act] })
  },
)

const FILTER_LABELS = {
  all: 'All',
  active: 'In progress',
  waiting: 'Held',
  completed: 'Completed',
  stopped: 'Stopped',
}

/** The Contacts tab: each contact's step, status and next email, with buttons for one contact. */
export default function SequencePeople() {
  const { sequence, stepCount, rows, next, paged, filter, search, step } = useLoaderData<typeof loader>()
  const hrefOf = (changed: Record<string, string | null>) => {
    const all = { filter, q: search, step: step?.id ?? '', ...changed }
    const kept = Object.entries(all).filter(([key, value]) => value && !(key === 'filter' && value === 'all'))
    return `?${new URLSearchParams(kept as [string, string][])}`
  }
  const filtered = filter !== 'all' || search !== '' || step !== null
  return (
    <>
      <SequenceHeader sequence={sequence} stepCount={stepCount} tab="people" />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <nav aria-label="Filter" className="flex flex-wrap gap-1">
          {PEOPLE_FILTER_NAMES.map((name) => (
            <Link
              key={name}
              to={hrefOf({ filter: name })}
              preventScrollReset
              aria-current={name === filter ? 'page' : undefined}
              className={clsx(
                'rounded-md px-2.5 py-1 text-sm max-sm:py-2',
                name === filter
                  ? 'bg-accent-soft font-medium text-accent-ink'
                  : 'text-muted hover:bg-hover hover:text-ink',
              )}
            >
              {FILTER_LABELS[name]}
            </Link>
          ))}
        </nav>
        <SearchBox
          label="Search contacts"
          placeholder="Name or email"
          value={search}
          keep={{ filter, step: step?.id }}
        />
      </div>
      {step && (
        <p className="mb-3 text-sm text-muted">
          Only contacts at <strong className="font-medium text-ink">{step.name}</strong>.{' '}
          <Link
            to={hrefOf({ step: null })}
            className="rounded-sm font-medium text-accent-ink underline underline-offset-2"
          >
            Show all
          </Link>
        </p>
      )}
      {rows.length === 0 ? (
        <EmptyState
          icon={<Users />}
          title={filtered ? 'No matching contacts' : 'No contacts in this sequence yet'}
          text={
            filtered
              ? 'Try another filter or search.'
              : 'Contacts are enrolled from the linked email lists when you activate the sequence.'
          }
        />
      ) : (
        <Card flush>
          <Table caption="Contacts in the sequence">
            <TableHead>
              <Th>Contact</Th>
              <Th>Step</Th>
              <Th>Status</Th>
              <Th end>
                <span className="sr-only">Actions</span>
              </Th>
            </TableHead>
            <TableBody>
              {rows.map((row) => (
                <Tr key={row.id}>
                  <Td className="sm:min-w-44">
                    <Link
                      to={paths.sequencePerson(sequence.id, row.id)}
                      className="rounded-sm font-medium break-words hover:underline"
                    >
                      {row.name || row.email}
                    </Link>
                    {row.name && (
                      <span className="block text-xs text-muted">
                        <Address>{row.email}</Address>
                      </span>
                    )}
                  </Td>
                  <Td label="Step" className="sm:whitespace-nowrap">
                    {row.step ?? <PersonBadge status={row.status} />}
                  </Td>
                  <Td label="Status" className="max-w-md break-words text-muted">
                    {row.why}
                  </Td>
                  <Td end corner>
                    <PersonActs sequenceId={sequence.id} person={row} from="people" />
                  </Td>
                </Tr>
              ))}
            </TableBody>
          </Table>
        </Card>
      )}
      <div className="mt-4">
        <KeysetPager
          newer={paged ? hrefOf({}) : null}
          older={next ? `${hrefOf({})}&cursor=${encodeURIComponent(next)}` : null}
          labels={{ newer: 'First page', older: 'Next page' }}
        />
      </div>
    </>
  )
}

const PEOPLE_FILTER_NAMES = Object.keys(FILTER_LABELS) as (keyof typeof FILTER_LABELS)[]

export const ErrorBoundary = SequenceError

import type { MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { keepInboxQuery } from '~/components/inbox/view'
import { titleOf } from '~/components/page/meta'
import { PeopleFilters } from '~/components/sequences/people/people-filters'
import { PeopleTable } from '~/components/sequences/people/people-table'
import { ResumeAll } from '~/components/sequences/people/resume-all'
import { SequenceError } from '~/components/sequences/sequence-error'
import { SequenceHeader } from '~/components/sequences/sequence-header'
import { EmptyState } from '~/components/ui/empty-state'
import { Users } from '~/components/ui/icons'
import { KeysetPager } from '~/components/ui/list/pagination'
import { SearchBox } from '~/components/ui/list/search-box'
import { invalid } from '~/errors'
import { buttonAction } from '~/http/button.server'
import { redirectWithToast } from '~/http/flash.server'
import { page } from '~/http/page.server'
import { validate } from '~/http/validate'
import { CONTACT_ACTIONS, type ContactAction } from '~/models/sequences/members/contact-actions'
import {
  countMembers,
  listMembers,
  MAX_COUNTED,
  PEOPLE_FILTERS,
  stepNames,
} from '~/models/sequences/members/members.server'
import { actOnEnrollments, resumeAllPaused } from '~/models/sequences/members/person-acts.server'
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
  const [{ rows, cursor }, counts, stepCounts, names] = await Promise.all([
    listMembers(db, userId, id, { ...query, search: q }, user.timezone),
    countMembers(db, userId, id),
    countSteps(db, userId, [id]),
    stepNames(db, id),
  ])
  return {
    sequence: { id, name, status },
    stepCount: stepCounts.get(id) ?? 0,
    rows,
    counts,
    mostCounted: MAX_COUNTED,
    listQuery: keepListQuery(url.search),
    next: cursor,
    paged: query.cursor !== undefined,
    filter: query.filter,
    search: q ?? '',
    step: query.step ? { id: query.step, name: names.get(query.step) ?? 'a deleted step' } : null,
  }
})

/** The part of a list's query string that its buttons return to. */
function keepListQuery(search: string): string {
  const query = new URLSearchParams(search)
  const kept = ['filter', 'q', 'step', 'cursor'].flatMap((name) => {
    const value = query.get(name)
    return value ? [[name, value]] : []
  })
  return kept.length > 0 ? `?${new URLSearchParams(kept)}` : ''
}

const Act = z.object({
  act: z.enum(CONTACT_ACTIONS),
  /** One contact, or the ticked ones. */
  id: z.uuid('Contact not found in this sequence').optional(),
  ids: z.array(z.uuid('Contact not found in this sequence')).max(PAGE).default([]),
  /** All that are paused, on every page; only to resume them. */
  all: z.literal('paused').optional(),
  from: z.enum(['people', 'person', 'conversation']).default('people'),
  conversationId: z.uuid().optional(),
  /** The query string of the list. */
  listQuery: z.string().max(1_000).default(''),
})

/** The screen with the button. */
function backTo(sequenceId: string, { from, id, conversationId, listQuery }: z.output<typeof Act>): string {
  if (from === 'conversation' && conversationId)
    return paths.conversation(conversationId, keepInboxQuery(listQuery))
  if (from === 'person' && id) return paths.sequencePerson(sequenceId, id)
  return paths.sequencePeople(sequenceId) + keepListQuery(listQuery)
}

const DONE: Record<ContactAction, (who: string) => string> = {
  pause: (who) => `Paused for ${who}`,
  resume: (who) => `Resumed for ${who}`,
  skip: (who) => `Step skipped for ${who}`,
  stop: (who) => `Stopped for ${who}`,
}

/** Pauses, resumes, stops or skips for contacts; the buttons are here and on the enrollment's own page. */
export const action = buttonAction(
  Act,
  {
    failure: (_, reason) => reason,
    back: ({ params }, input) => backTo(params.id!, input),
  },
  async (input, { app, db, userId, params }) => {
    const sequenceId = params.id!
    const { act, id } = input
    if (input.all && act === 'resume') {
      const resumed = await resumeAllPaused(db, userId, sequenceId, await app.clock.now())
      return redirectWithToast(app, backTo(sequenceId, input), {
        kind: 'success',
        title: DONE.resume(contacts(resumed)),
      })
    }
    const enrollmentIds = id ? [id] : input.ids
    if (enrollmentIds.length === 0) invalid('Select contacts first')
    const now = await app.clock.now()
    const { changed, refusals } = await actOnEnrollments(db, userId, { sequenceId, enrollmentIds, act }, now)
    const [left] = refusals
    return redirectWithToast(app, backTo(sequenceId, input), {
      kind: 'success',
      title: DONE[act](id ? 'this contact' : contacts(changed)),
      ...(left && { text: `Not for ${contacts(refusals.length)}: ${left}` }),
    })
  },
)

const contacts = (n: number) => (n === 1 ? '1 contact' : `${n} contacts`)

/** The Contacts tab: each contact's step, status and next email, with buttons for one contact. */
export default function SequencePeople() {
  const { sequence, stepCount, rows, counts, mostCounted, listQuery, next, paged, filter, search, step } =
    useLoaderData<typeof loader>()
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
        <PeopleFilters
          current={filter}
          counts={counts}
          mostCounted={mostCounted}
          hrefOf={(name) => hrefOf({ filter: name })}
        />
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
      {filter === 'waiting' && rows.some(({ paused }) => paused) && (
        <ResumeAll sequenceId={sequence.id} listQuery={listQuery} />
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
        <PeopleTable sequenceId={sequence.id} rows={rows} listQuery={listQuery} />
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

export const ErrorBoundary = SequenceError

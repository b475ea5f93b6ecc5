import { Outlet, useLoaderData } from '@remix-run/react'
import { OriginBadge, StandingBadges } from '~/components/contacts/badges'
import {
  ConversationsCard,
  ListsCard,
  NotesCard,
  PersonalDataCard,
  SequencesCard,
  TagsCard,
  TasksCard,
} from '~/components/contacts/contact-cards'
import { ContactFacts } from '~/components/contacts/contact-facts'
import { HoldsCard } from '~/components/contacts/holds-card'
import { StopsCard } from '~/components/contacts/stops-card'
import { Timeline } from '~/components/contacts/timeline'
import { keepTable } from '~/components/contacts/view'
import { RouteError } from '~/components/page/error-screen'
import { titleOf } from '~/components/page/meta'
import { Address } from '~/components/ui/address'
import { LinkButton } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import {
  Ban,
  ChevronLeft,
  ChevronRight,
  ListPlus,
  Pencil,
  PenLine,
  Trash2,
  Workflow,
} from '~/components/ui/icons'
import { Columns } from '~/components/ui/list/columns'
import { KeysetPager } from '~/components/ui/list/pagination'
import { PageHeader } from '~/components/ui/page-header'
import { page } from '~/http/page.server'
import { displayName } from '~/models/contacts/contact'
import { getContact } from '~/models/contacts/contact.server'
import { factsOf } from '~/models/contacts/facts'
import { listContactHolds } from '~/models/contacts/holds/holds.server'
import { listStopReasons } from '~/models/contacts/lift.server'
import { listNotes } from '~/models/contacts/notes.server'
import { originsOf } from '~/models/contacts/origins.server'
import { listOwnFields } from '~/models/contacts/own-fields/own-fields.server'
import { standingOf } from '~/models/contacts/standing.server'
import { stopsOf } from '~/models/contacts/stop-words'
import { shownTask } from '~/models/contacts/tasks/shown'
import { dayIn, listTasks } from '~/models/contacts/tasks/tasks.server'
import { readTimeline } from '~/models/contacts/timeline/timeline.server'
import { listConversationsWith } from '~/models/inbox/of-contact.server'
import { listEnrollments, listPersonasOf } from '~/models/sequences/members/contact-enrollments.server'
import { shownAddress } from '~/models/shared/addresses/email-domain'
import { formatDay } from '~/models/shared/format-time'
import { paths } from '~/paths'
import { type Neighbors, neighborsOf } from './neighbors.server'

const PER_PAGE = 30
/** More characters than the query string of a table has. */
const MAX_TABLE = 30_000
/** More than a contact can have. */
const TASKS_SHOWN = 200

export const meta = ({ data }: { data?: { name: string } }) => titleOf(data?.name ?? 'Contact')

export const loader = page(async ({ app, db, userId, user, params, url }) => {
  const contact = await getContact(db, userId, params.id!)
  const { id } = contact
  const cursor = url.searchParams.get('cursor')?.slice(0, 300)
  const now = await app.clock.now()
  const table = url.searchParams.get('in')
  const [timeline, enrollments, lists, reasons, notes, holds, fields, tasks, conversations] =
    await Promise.all([
      readTimeline(db, userId, id, { limit: PER_PAGE, cursor }, user.timezone),
      listEnrollments(db, userId, id, user.timezone),
      listPersonasOf(db, userId, id),
      listStopReasons(db, userId, contact.email, app.secrets),
      listNotes(db, userId, id, user.timezone),
      listContactHolds(db, userId, id, now),
      listOwnFields(db, userId),
      listTasks(db, userId, { contactId: id, done: false, limit: TASKS_SHOWN }),
      listConversationsWith(db, userId, id, user.timezone),
    ])
  return {
    id,
    name: displayName(contact),
    email: contact.email,
    standing: standingOf(contact),
    origin: (await originsOf(db, userId, [contact])).get(id)!,
    facts: factsOf(contact, fields, user.timezone),
    holds: holds.map((hold) => ({ ...hold, until: formatDay(hold.until, user.timezone) })),
    stops: stopsOf(contact, reasons),
    enrollments,
    lists,
    notes,
    conversations,
    tags: contact.tags,
    tail: keepTable(url.search),
    neighbors:
      table === null
        ? null
        : await neighborsOf(db, userId, id, table.slice(0, MAX_TABLE), { now, timezone: user.timezone }),
    tasks: tasks.rows.map((task) => shownTask(task, dayIn(user.timezone, now))),
    timeline: timeline.rows,
    next: timeline.cursor,
    paged: cursor !== undefined,
  }
})

/** One contact: its timeline, the next emails with the reason for their dates, and its details. */
export default function ContactScreen() {
  const contact = useLoaderData<typeof loader>()
  const { id, name, email, standing, origin, holds, stops, tail, neighbors } = contact
  return (
    <>
      <PageHeader
        back={{ to: neighbors?.back ?? paths.contacts(), label: 'Contacts' }}
        title={name === email ? shownAddress(email) : name}
        {...(name === email ? {} : { subtitle: <Address>{email}</Address> })}
        badges={
          <>
            <StandingBadges {...standing} />
            <OriginBadge origin={origin} />
          </>
        }
        actions={<Actions id={id} tail={tail} neighbors={neighbors} />}
      />
      <Columns className="@4xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0 space-y-4">
          {holds.length > 0 && <HoldsCard contactId={id} holds={holds} />}
          {stops.length > 0 && <StopsCard contactId={id} stops={stops} tail={tail} />}
          <SequencesCard enrollments={contact.enrollments} />
          <ConversationsCard conversations={contact.conversations} />
          <Card
            title="Timeline"
            description="Newest first. Times are in your time zone."
            footer={
              (contact.paged || contact.next) && (
                <div className="grow">
                  <KeysetPager
                    label="Pages of the timeline"
                    labels={{ newer: 'Newest', older: 'Older' }}
                    newer={contact.paged ? paths.contact(id) + tail : null}
                    older={
                      contact.next
                        ? `${paths.contact(id)}?${new URLSearchParams([...new URLSearchParams(tail), ['cursor', contact.next]])}`
                        : null
                    }
                  />
                </div>
              )
            }
          >
            <Timeline entries={contact.timeline} />
          </Card>
        </div>
        <div className="min-w-0 space-y-4">
          <Card title="Details">
            <div className="@container">
              <ContactFacts facts={contact.facts} />
            </div>
            {contact.origin.kind === 'import' && (
              <p className="mt-2.5 text-sm [overflow-wrap:anywhere] text-muted">
                {`Imported from ${contact.origin.file}`}
              </p>
            )}
          </Card>
          <TagsCard id={id} tags={contact.tags} tail={tail} />
          <TasksCard id={id} tasks={contact.tasks} tail={tail} />
          <NotesCard id={id} notes={contact.notes} tail={tail} />
          <ListsCard lists={contact.lists} />
          <PersonalDataCard id={id} tail={tail} />
        </div>
      </Columns>
      <Outlet />
    </>
  )
}

/** What the user can do about the contact, most used first. */
function Actions({ id, tail, neighbors }: { id: string; tail: string; neighbors: Neighbors | null }) {
  return (
    <>
      {neighbors && <NeighborLinks {...neighbors} />}
      <LinkButton
        to={paths.newEmail(`?${new URLSearchParams({ contactId: id })}`)}
        icon={<PenLine aria-hidden="true" />}
      >
        Write email
      </LinkButton>
      <LinkButton
        to={`${paths.addPersonToSequence(id)}?${new URLSearchParams([['contactId', id], ...new URLSearchParams(tail)])}`}
        preventScrollReset
        icon={<Workflow aria-hidden="true" />}
      >
        Add to Sequence
      </LinkButton>
      <LinkButton
        to={paths.addPersonToList(id) + tail}
        preventScrollReset
        icon={<ListPlus aria-hidden="true" />}
      >
        Add to List
      </LinkButton>
      <LinkButton to={paths.stopPerson(id) + tail} preventScrollReset icon={<Ban aria-hidden="true" />}>
        Unsubscribe
      </LinkButton>
      <LinkButton to={paths.editPerson(id) + tail} preventScrollReset icon={<Pencil aria-hidden="true" />}>
        Edit
      </LinkButton>
      <LinkButton to={paths.deletePerson(id) + tail} preventScrollReset icon={<Trash2 aria-hidden="true" />}>
        Delete
      </LinkButton>
    </>
  )
}

/** The contacts before and after this one in the table that it was opened from. */
const NeighborLinks = ({ previous, next }: Neighbors) => (
  <nav aria-label="Contacts of the table" className="flex gap-1">
    {previous && (
      <LinkButton
        square
        to={previous}
        aria-label="Previous contact"
        title="Previous contact"
        icon={<ChevronLeft aria-hidden="true" />}
      />
    )}
    {next && (
      <LinkButton
        square
        to={next}
        aria-label="Next contact"
        title="Next contact"
        icon={<ChevronRight aria-hidden="true" />}
      />
    )}
  </nav>
)

export const ErrorBoundary = () => <RouteError back={{ to: paths.contacts(), label: 'Back to Contacts' }} />

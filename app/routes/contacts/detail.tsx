import { Link, Outlet, useLoaderData } from '@remix-run/react'
import {
  BlacklistedBadge,
  type ContactStatus,
  ContactStatusBadge,
  OriginBadge,
} from '~/components/contacts/badges'
import { ContactFacts } from '~/components/contacts/contact-facts'
import { HoldsCard } from '~/components/contacts/holds-card'
import { Notes } from '~/components/contacts/notes'
import { StopsCard } from '~/components/contacts/stops-card'
import { TaskList } from '~/components/contacts/task-list'
import { Timeline } from '~/components/contacts/timeline'
import { RouteError } from '~/components/page/error-screen'
import { titleOf } from '~/components/page/meta'
import { Address } from '~/components/ui/address'
import { Badge } from '~/components/ui/badge'
import { buttonClass, LinkButton } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { EmptyState } from '~/components/ui/empty-state'
import {
  Download,
  Eraser,
  ListChecks,
  ListPlus,
  NotebookPen,
  Pencil,
  PenLine,
  Trash2,
  Workflow,
} from '~/components/ui/icons'
import { Columns } from '~/components/ui/list/columns'
import { KeysetPager } from '~/components/ui/list/pagination'
import { PageHeader } from '~/components/ui/page-header'
import { page } from '~/http/page.server'
import { displayName, displayStatus } from '~/models/contacts/contact'
import { getContact } from '~/models/contacts/contact.server'
import { factsOf } from '~/models/contacts/facts'
import { listContactHolds } from '~/models/contacts/holds/holds.server'
import { listStopReasons } from '~/models/contacts/lift.server'
import { listNotes } from '~/models/contacts/notes.server'
import { listOwnFields } from '~/models/contacts/own-fields/own-fields.server'
import { stopsOf } from '~/models/contacts/stop-words'
import { shownTask } from '~/models/contacts/tasks/shown'
import { dayIn, listTasks } from '~/models/contacts/tasks/tasks.server'
import { readTimeline } from '~/models/contacts/timeline.server'
import { listEnrollments, listPersonasOf } from '~/models/sequences/members/contact-enrollments.server'
import { shownAddress } from '~/models/shared/email-domain'
import { formatDay } from '~/models/shared/format-time'
import { paths } from '~/paths'

const PER_PAGE = 30
/** More than a contact can have. */
const TASKS_SHOWN = 200

export const meta = ({ data }: { data?: { name: string } }) => titleOf(data?.name ?? 'Contact')

export const loader = page(async ({ app, db, userId, user, params, url }) => {
  const contact = await getContact(db, userId, params.id!)
  const { id } = contact
  const cursor = url.searchParams.get('cursor')?.slice(0, 300)
  const now = await app.clock.now()
  const [timeline, enrollments, lists, reasons, notes, holds, fields, tasks] = await Promise.all([
    readTimeline(db, userId, id, { limit: PER_PAGE, cursor }, user.timezone),
    listEnrollments(db, userId, id, user.timezone),
    listPersonasOf(db, userId, id),
    listStopReasons(db, userId, contact.email, app.secrets),
    listNotes(db, userId, id, user.timezone),
    listContactHolds(db, userId, id, now),
    listOwnFields(db, userId),
    listTasks(db, userId, { contactId: id, done: false, limit: TASKS_SHOWN }),
  ])
  return {
    id,
    name: displayName(contact),
    email: contact.email,
    status: displayStatus(contact),
    blacklisted: contact.hardBounced || contact.tags.includes('blacklist'),
    fromApollo: contact.apolloId !== null,
    facts: factsOf(contact, fields, user.timezone),
    holds: holds.map((hold) => ({ ...hold, until: formatDay(hold.until, user.timezone) })),
    stops: stopsOf(contact, reasons),
    enrollments,
    lists,
    notes,
    tasks: tasks.rows.map((task) => shownTask(task, dayIn(user.timezone, now))),
    timeline: timeline.rows,
    next: timeline.cursor,
    paged: cursor !== undefined,
  }
})

/** One contact: its timeline, the next emails with the reason for their dates, and its details. */
export default function ContactScreen() {
  const contact = useLoaderData<typeof loader>()
  const { id, name, email, status, blacklisted, fromApollo, holds, stops } = contact
  return (
    <>
      <PageHeader
        back={{ to: paths.contacts(), label: 'Contacts' }}
        title={name === email ? shownAddress(email) : name}
        {...(name === email ? {} : { subtitle: <Address>{email}</Address> })}
        badges={<Badges {...{ status, blacklisted, fromApollo }} />}
        actions={<Actions id={id} />}
      />
      <Columns className="@4xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0 space-y-4">
          {holds.length > 0 && <HoldsCard contactId={id} holds={holds} />}
          {stops.length > 0 && <StopsCard contactId={id} stops={stops} />}
          <SequencesCard enrollments={contact.enrollments} />
          <Card
            title="Timeline"
            description="Newest first. Times are in your time zone."
            footer={
              (contact.paged || contact.next) && (
                <div className="grow">
                  <KeysetPager
                    label="Pages of the timeline"
                    labels={{ newer: 'Newest', older: 'Older' }}
                    newer={contact.paged ? paths.contact(id) : null}
                    older={
                      contact.next
                        ? `${paths.contact(id)}?${new URLSearchParams({ cursor: contact.next })}`
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
            <ContactFacts facts={contact.facts} />
          </Card>
          <TasksCard id={id} tasks={contact.tasks} />
          <NotesCard id={id} notes={contact.notes} />
          <ListsCard lists={contact.lists} />
          <PersonalDataCard id={id} />
        </div>
      </Columns>
      <Outlet />
    </>
  )
}

function Badges(props: { status: ContactStatus; blacklisted: boolean; fromApollo: boolean }) {
  return (
    <>
      <ContactStatusBadge status={props.status} />
      {props.blacklisted && <BlacklistedBadge />}
      <OriginBadge fromApollo={props.fromApollo} />
    </>
  )
}

function Actions({ id }: { id: string }) {
  return (
    <>
      <LinkButton
        to={paths.newEmail(`?${new URLSearchParams({ contactId: id })}`)}
        icon={<PenLine aria-hidden="true" />}
      >
        Write email
      </LinkButton>
      <LinkButton to={paths.editPerson(id)} preventScrollReset icon={<Pencil aria-hidden="true" />}>
        Edit
      </LinkButton>
      <LinkButton to={paths.deletePerson(id)} preventScrollReset icon={<Trash2 aria-hidden="true" />}>
        Delete
      </LinkButton>
    </>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

function TasksCard({ id, tasks }: { id: string } & Pick<Loaded, 'tasks'>) {
  return (
    <Card
      title="Tasks"
      flush={tasks.length > 0}
      actions={
        <LinkButton
          size="sm"
          to={paths.newTask(id)}
          preventScrollReset
          icon={<ListChecks aria-hidden="true" />}
        >
          Add task
        </LinkButton>
      }
    >
      {tasks.length === 0 ? (
        <p className="text-sm text-muted">Nothing to be done.</p>
      ) : (
        <TaskList tasks={tasks} contactId={id} />
      )}
    </Card>
  )
}

function NotesCard({ id, notes }: { id: string } & Pick<Loaded, 'notes'>) {
  return (
    <Card
      title="Notes"
      actions={
        <LinkButton
          size="sm"
          to={paths.newNote(id)}
          preventScrollReset
          icon={<NotebookPen aria-hidden="true" />}
        >
          Add note
        </LinkButton>
      }
    >
      {notes.length === 0 ? (
        <p className="text-sm text-muted">Nothing written down yet.</p>
      ) : (
        <Notes contactId={id} notes={notes} />
      )}
    </Card>
  )
}

function SequencesCard({ enrollments }: Pick<Loaded, 'enrollments'>) {
  return (
    <Card title="Sequences and next emails" flush>
      {enrollments.length === 0 ? (
        <EmptyState
          bare
          icon={<Workflow />}
          title="Not in any sequence"
          text="No email is scheduled for this contact."
        />
      ) : (
        <ul className="divide-y divide-line">
          {enrollments.map(({ id, sequenceId, sequence, status, paused, why }) => (
            <li key={id}>
              <Link
                to={paths.sequencePerson(sequenceId, id)}
                prefetch="intent"
                className="flex items-start justify-between gap-4 px-4 py-3 -outline-offset-2 hover:bg-sunken sm:px-5"
              >
                <span className="min-w-0 text-sm">
                  <span className="block font-medium break-words">{sequence}</span>
                  <span className="block break-words text-muted">{why}</span>
                </span>
                <Badge tone={paused ? 'warning' : TONES[status]}>
                  {paused ? 'Paused by you' : WORDS[status]}
                </Badge>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

const TONES = { active: 'info', completed: 'success', stopped: 'neutral' } as const
const WORDS = { active: 'Active', completed: 'Completed', stopped: 'Stopped' } as const

function ListsCard({ lists }: Pick<Loaded, 'lists'>) {
  return (
    <Card title="Email lists" flush={lists.length === 0}>
      {lists.length === 0 ? (
        <EmptyState bare icon={<ListPlus />} title="Not in any email list" />
      ) : (
        <ul className="space-y-1.5 text-sm">
          {lists.map(({ id, name }) => (
            <li key={id} className="min-w-0 break-words">
              <Link to={paths.persona(id)} prefetch="intent" className="rounded-sm hover:underline">
                {name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** The actions for a contact's privacy requests. */
const PersonalDataCard = ({ id }: { id: string }) => (
  <Card title="Personal data" description="For access and deletion requests.">
    <div className="flex flex-wrap gap-2">
      <a href={paths.exportPerson(id)} download className={buttonClass({ variant: 'secondary', size: 'sm' })}>
        <Download aria-hidden="true" />
        Export as JSON
      </a>
      <LinkButton
        size="sm"
        to={paths.erasePerson(id)}
        preventScrollReset
        icon={<Eraser aria-hidden="true" />}
      >
        Erase this person
      </LinkButton>
    </div>
  </Card>
)

export const ErrorBoundary = () => <RouteError back={{ to: paths.contacts(), label: 'Back to Contacts' }} />

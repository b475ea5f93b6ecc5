import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { type ContactStatus, ContactStatusBadge } from '~/components/contacts/badges'
import { Notes } from '~/components/contacts/notes'
import { PersonActs } from '~/components/sequences/people/person-acts'
import { Address } from '~/components/ui/address'
import { Badge } from '~/components/ui/badge'
import { Ban, History, ListPlus, NotebookPen, Pencil, Workflow } from '~/components/ui/icons'
import type { Note } from '~/models/contacts/notes'
import type { ShownRelated } from '~/models/inbox/show.server'
import { paths } from '~/paths'
import { RelatedMessages } from './related-messages'

export interface ContactPanelProps {
  conversation: { id: string; sequenceId: string | null; enrollmentId: string | null }
  related: ShownRelated[]
  contact: { id: string; name: string; email: string; status: ContactStatus; bounced: boolean; work: string }
  enrollments: PanelEnrollment[]
  notes: Note[]
  mailbox: { email: string } | null
  listQuery: string
}

interface PanelEnrollment {
  id: string
  sequenceId: string
  sequence: string
  status: 'active' | 'completed' | 'stopped'
  paused: boolean
  resumable: boolean
  waiting: boolean
  step: string | null
  why: string
}

/** Whom the conversation is with, what happens next in the sequences, and what can be done about it. */
export function ContactPanel({
  conversation,
  contact,
  enrollments,
  notes,
  mailbox,
  related,
  listQuery,
}: ContactPanelProps) {
  const { id } = conversation
  return (
    <section
      aria-label="Contact"
      className="min-w-0 space-y-4 border-t border-line p-4 text-sm @3xl:border-t-0 @3xl:border-l"
    >
      <div className="space-y-1">
        <p className="flex flex-wrap items-center gap-2">
          <Link
            to={paths.contact(contact.id)}
            prefetch="intent"
            className="min-w-0 font-semibold break-words hover:underline"
          >
            {contact.name}
          </Link>
          <ContactStatusBadge status={contact.status} />
          {contact.bounced && <Badge tone="danger">Emails bounce</Badge>}
        </p>
        {contact.name !== contact.email && (
          <p className="text-muted">
            <Address>{contact.email}</Address>
          </p>
        )}
        {contact.work && <p className="break-words text-muted">{contact.work}</p>}
        {mailbox && (
          <p className="text-muted">
            via <Address>{mailbox.email}</Address>
          </p>
        )}
      </div>
      {enrollments.length > 0 && (
        <ul aria-label="Sequences" className="space-y-3">
          {enrollments.map((enrollment) => (
            <Enrollment key={enrollment.id} {...{ enrollment, contact, id, listQuery }} />
          ))}
        </ul>
      )}
      <RelatedMessages {...{ conversationId: id, related, listQuery }} />
      {notes.length > 0 && (
        <section aria-label="Notes">
          <Notes contactId={contact.id} notes={notes} />
        </section>
      )}
      <ul aria-label="Actions" className="-mx-2">
        <Act
          to={paths.addCorrespondentToSequence(id, contact.id, listQuery)}
          icon={<Workflow aria-hidden="true" />}
        >
          Add to a sequence
        </Act>
        <Act to={paths.addCorrespondentToList(id) + listQuery} icon={<ListPlus aria-hidden="true" />}>
          Add to a list
        </Act>
        <Act to={paths.editCorrespondent(id, contact.id, listQuery)} icon={<Pencil aria-hidden="true" />}>
          Edit contact
        </Act>
        <Act to={paths.noteOfCorrespondent(id) + listQuery} icon={<NotebookPen aria-hidden="true" />}>
          Add note
        </Act>
        <Act to={paths.stopCorrespondent(id) + listQuery} icon={<Ban aria-hidden="true" />}>
          Do not contact
        </Act>
        <Act to={paths.contact(contact.id)} icon={<History aria-hidden="true" />}>
          Previous emails
        </Act>
      </ul>
    </section>
  )
}

function Enrollment({ enrollment, contact, id, listQuery }: EnrollmentProps) {
  const { sequence, sequenceId, status, paused, step, why } = enrollment
  return (
    <li className="min-w-0">
      <div className="flex items-start justify-between gap-1">
        <Link
          to={paths.sequencePerson(sequenceId, enrollment.id)}
          prefetch="intent"
          className="min-w-0 font-medium break-words hover:underline"
        >
          {sequence}
        </Link>
        <PersonActs
          sequenceId={sequenceId}
          person={{ ...enrollment, name: contact.name, email: contact.email }}
          from="conversation"
          conversationId={id}
          listQuery={listQuery}
        />
      </div>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={paused ? 'warning' : TONES[status]}>{paused ? 'Paused by you' : WORDS[status]}</Badge>
        {step && <span className="min-w-0 break-words text-muted">{step}</span>}
      </p>
      <p className="mt-1 break-words text-muted">{why}</p>
    </li>
  )
}

interface EnrollmentProps {
  enrollment: PanelEnrollment
  contact: ContactPanelProps['contact']
  id: string
  listQuery: string
}

const TONES = { active: 'info', completed: 'success', stopped: 'neutral' } as const
const WORDS = { active: 'Active', completed: 'Completed', stopped: 'Stopped' } as const

const Act = ({ to, icon, children }: { to: string; icon: ReactNode; children: string }) => (
  <li>
    <Link
      to={to}
      preventScrollReset
      className="flex min-h-8 items-center gap-2 rounded-md px-2 text-muted hover:bg-hover hover:text-ink max-sm:min-h-11 [&_svg]:size-4"
    >
      {icon}
      {children}
    </Link>
  </li>
)

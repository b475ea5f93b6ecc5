import { Link } from '@remix-run/react'
import { Badge } from '~/components/ui/badge'
import { buttonClass, LinkButton } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { EmptyState } from '~/components/ui/empty-state'
import { Download, Eraser, ListChecks, ListPlus, NotebookPen, Tag, Workflow } from '~/components/ui/icons'
import type { Note } from '~/models/contacts/notes'
import { paths } from '~/paths'
import { Notes } from './notes'
import { type ShownTask, TaskList } from './task-list'

interface CardProps {
  /** The contact's id. */
  id: string
  /** The query string that the dialogs keep. */
  tail: string
}

interface Enrollment {
  id: string
  sequenceId: string
  sequence: string
  status: 'active' | 'completed' | 'stopped'
  paused: boolean
  why: string
}

/** The tags of the contact. */
export const TagsCard = ({ id, tags, tail }: CardProps & { tags: string[] }) => (
  <Card
    title="Tags"
    actions={
      <LinkButton
        size="sm"
        to={paths.editTags(id) + tail}
        preventScrollReset
        icon={<Tag aria-hidden="true" />}
      >
        Edit tags
      </LinkButton>
    }
  >
    {tags.length === 0 ? (
      <p className="text-sm text-muted">No tags.</p>
    ) : (
      <ul className="flex flex-wrap gap-1.5">
        {tags.map((tag) => (
          <li key={tag} className="min-w-0">
            <Badge tone="neutral">{tag}</Badge>
          </li>
        ))}
      </ul>
    )}
  </Card>
)

interface Conversation {
  id: string
  subject: string
  snippet: string
  unread: boolean
  label: string | null
  at: string
}

/** What the contact wrote, and the answers; nothing if there is none. */
export const ConversationsCard = ({ conversations }: { conversations: Conversation[] }) =>
  conversations.length > 0 && (
    <Card title="Conversations" flush>
      <ul className="divide-y divide-line">
        {conversations.map(({ id, subject, snippet, unread, label, at }) => (
          <li key={id}>
            <Link
              to={paths.conversation(id)}
              prefetch="intent"
              className="flex items-start justify-between gap-4 px-4 py-3 text-sm -outline-offset-2 hover:bg-sunken sm:px-5"
            >
              <span className="min-w-0">
                <span className="block font-medium break-words">{subject || 'No subject'}</span>
                <span className="line-clamp-1 text-muted [overflow-wrap:anywhere]">{snippet}</span>
                <span className="block text-xs text-muted">{at}</span>
              </span>
              <span className="flex shrink-0 flex-wrap justify-end gap-1">
                {unread && <Badge tone="info">Unread</Badge>}
                {label && <Badge tone="neutral">{label}</Badge>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )

/** What the user wants to do about the contact. */
export function TasksCard({ id, tasks, tail }: CardProps & { tasks: ShownTask[] }) {
  return (
    <Card
      title="Tasks"
      flush={tasks.length > 0}
      actions={
        <LinkButton
          size="sm"
          to={paths.newTask(id) + tail}
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
        <TaskList tasks={tasks} contactId={id} tail={tail} />
      )}
    </Card>
  )
}

/** What the user wrote down about the contact. */
export function NotesCard({ id, notes, tail }: CardProps & { notes: Note[] }) {
  return (
    <Card
      title="Notes"
      actions={
        <LinkButton
          size="sm"
          to={paths.newNote(id) + tail}
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
        <Notes contactId={id} notes={notes} tail={tail} />
      )}
    </Card>
  )
}

/** The sequences of the contact, with where it is in each and why. */
export function SequencesCard({ enrollments }: { enrollments: Enrollment[] }) {
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

/** The email lists of the contact. */
export function ListsCard({ lists }: { lists: { id: string; name: string }[] }) {
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
export const PersonalDataCard = ({ id, tail }: CardProps) => (
  <Card title="Personal data" description="For access and deletion requests.">
    <div className="flex flex-wrap gap-2">
      <a href={paths.exportPerson(id)} download className={buttonClass({ variant: 'secondary', size: 'sm' })}>
        <Download aria-hidden="true" />
        Export as JSON
      </a>
      <LinkButton
        size="sm"
        to={paths.erasePerson(id) + tail}
        preventScrollReset
        icon={<Eraser aria-hidden="true" />}
      >
        Erase this person
      </LinkButton>
    </div>
  </Card>
)

import { Link } from '@remix-run/react'
import { Trash2 } from '~/components/ui/icons'
import type { Note } from '~/models/contacts/notes'
import { paths } from '~/paths'

/** The notes about a contact, newest first. */
export function Notes({ contactId, notes, tail = '' }: { contactId: string; notes: Note[]; tail?: string }) {
  return (
    <ul className="space-y-3">
      {notes.map(({ id, text, at }) => (
        <li key={id} className="flex min-w-0 items-start gap-2 text-sm">
          <div className="min-w-0 grow">
            <p className="break-words whitespace-pre-wrap">{text}</p>
            <p className="text-xs text-muted">{at}</p>
          </div>
          <Link
            to={paths.deleteNote(contactId, id) + tail}
            preventScrollReset
            aria-label={`Delete the note of ${at}`}
            className="grid size-8 shrink-0 place-items-center rounded-md text-muted hover:bg-hover hover:text-ink"
          >
            <Trash2 className="size-4" aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  )
}

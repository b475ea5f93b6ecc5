import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '~/components/ui/button'
import { paths } from '~/paths'

interface Found {
  id: string
  name: string
  email: string
}

/** Milliseconds without a keystroke before contacts are searched. */
const PAUSE = 250

/** Chooses the contact that an email is shown for. */
export function ContactChoice({ name, choose }: { name: string; choose(id: string): void }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const [find, setFind] = useState('')
  const [found, setFound] = useState<Found[] | null>(null)
  const opener = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!open) return
    const controller = new AbortController()
    const search = async () => {
      const response = await fetch(paths.emailContacts(find), { signal: controller.signal })
      if (response.ok) setFound((await response.json()) as Found[])
    }
    const timer = setTimeout(() => void search().catch(() => {}), PAUSE)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [open, find])
  const close = () => {
    setOpen(false)
    setTimeout(() => opener.current?.focus())
  }
  const take = (contact: Found) => {
    choose(contact.id)
    close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' && event.key !== 'Enter') return
    // Neither closes the dialog nor saves.
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') close()
    else if (found?.[0]) take(found[0])
  }
  return (
    <div>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <span className="min-w-0 break-words">
          <span className="text-muted">As</span> <span className="font-medium">{name}</span>
        </span>
        <button
          ref={opener}
          type="button"
          aria-expanded={open}
          onClick={() => (open ? close() : setOpen(true))}
          className="rounded-sm py-0.5 text-sm font-medium text-accent-ink underline underline-offset-2"
        >
          Choose a contact
        </button>
      </p>
      {open && (
        <div className="mt-2 rounded-md border border-line bg-sunken p-2">
          <label htmlFor={id} className="sr-only">
            Search contacts
          </label>
          <input
            id={id}
            type="search"
            // biome-ignore lint/a11y/noAutofocus: the user has just asked for it
            autoFocus
            className="control"
            placeholder="Name or email..."
            value={find}
            onChange={(event) => setFind(event.target.value)}
            onKeyDown={onKeyDown}
          />
          <ul aria-label="Contacts found" className="mt-1">
            {found?.map((contact) => (
              <li key={contact.id}>
                <button
                  type="button"
                  onClick={() => take(contact)}
                  className="flex min-h-8 w-full min-w-0 flex-wrap items-center gap-x-2 rounded-md px-2 py-1 text-left text-sm hover:bg-hover max-sm:min-h-11"
                >
                  <span className="break-words">{contact.name}</span>
                  {contact.name !== contact.email && (
                    <span className="text-xs break-all text-muted">{contact.email}</span>
                  )}
                </button>
              </li>
            ))}
          </ul>
          {found?.length === 0 && (
            <p role="status" className="px-2 py-1 text-sm text-muted">
              No contact found.
            </p>
          )}
          <div className="mt-1 flex justify-end">
            <Button type="button" size="sm" variant="ghost" onClick={close}>
              Close
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}

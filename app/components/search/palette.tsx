import { useNavigate } from '@remix-run/react'
import { Command } from 'cmdk'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Search } from '~/components/ui/icons'
import { type Found, SEARCH_LENGTH } from '~/models/search/search'
import { paths } from '~/paths'
import { type Place, placesOf } from './places'

/** Milliseconds without a keystroke before the server is asked. */
const PAUSE = 150

/** The command palette: screens at once; the user's sequences, lists and contacts as they are found. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const { found, failed, busy } = useFound(text)
  const dialog = useRef<HTMLDialogElement>(null)
  const navigate = useNavigate()
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    element.showModal()
    element.querySelector('input')?.focus()
    // While it is still in the page, so that the browser restores the focus.
    return () => element.close()
  }, [])
  const go = (to: string) => {
    onClose()
    navigate(to)
  }
  const wanted = text.trim()
  const groups = placesOf(wanted, found)
  const top = groups[0]?.places[0]
  const first = top ? keyOf(top) : ''
  const [chosen, setChosen] = useState(first)
  // The first result is selected, even if it arrives after the text.
  useEffect(() => setChosen(first), [first])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click outside closes it; the key for that is Escape
    <dialog
      ref={dialog}
      aria-label="Command palette"
      onClose={() => dialog.current?.open || onClose()}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className="mx-auto mt-[12dvh] mb-0 w-[calc(100%-1.5rem)] max-w-[36rem] animate-rise overflow-hidden rounded-xl bg-raised text-ink shadow-dialog backdrop:bg-scrim"
    >
      <Command label="Search" value={chosen} onValueChange={setChosen} shouldFilter={false} loop>
        <div className="flex items-center gap-2.5 border-b border-line px-4">
          <Search className="size-4 shrink-0 text-muted" aria-hidden="true" />
          <Command.Input
            value={text}
            onValueChange={setText}
            maxLength={SEARCH_LENGTH}
            placeholder="Search screens, sequences, lists, contacts"
            className="min-h-12 w-full bg-transparent text-[16px] outline-none sm:text-base"
          />
        </div>
        <Command.List
          label="Places"
          className="max-h-[min(24rem,60dvh)] overflow-y-auto overscroll-contain p-1.5"
        >
          {groups.map(({ heading, places }) => (
            <Command.Group
              key={heading}
              heading={heading}
              className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-2xs [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-muted"
            >
              {places.map((place) => (
                <Item
                  key={`${heading} ${place.to} ${place.label}`}
                  place={place}
                  onSelect={() => go(place.to)}
                />
              ))}
            </Command.Group>
          ))}
          {wanted && !busy && !failed && (
            <Item
              place={{ to: paths.search(wanted), label: `All results for “${wanted}”` }}
              onSelect={() => go(paths.search(wanted))}
            />
          )}
        </Command.List>
        <p role="status" className="min-h-8 border-t border-line px-4 py-2 text-xs text-muted">
          {failed
            ? 'The search failed. Please try again.'
            : busy
              ? 'Searching...'
              : groups.length === 0
                ? 'Nothing found'
                : 'Select with the arrow keys and Enter, close with Escape'}
        </p>
      </Command>
    </dialog>
  )
}

/** The key that identifies a place. */
const keyOf = ({ to, label }: Place) => `${to} ${label}`.trim()

const Item = ({ place, onSelect }: { place: Place; onSelect: () => void }) => (
  <Command.Item
    value={keyOf(place)}
    onSelect={onSelect}
    className="flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-2.5 text-sm max-sm:min-h-11 aria-selected:bg-accent-soft aria-selected:text-accent-ink"
  >
    <span className="min-w-0 grow truncate">{place.label}</span>
    {place.detail && <span className="max-w-[50%] shrink-0 truncate text-xs text-muted">{place.detail}</span>}
  </Command.Item>
)

/** The server's results for a text, requested after a pause in typing; the previous ones stay until they arrive. */
function useFound(text: string) {
  const [state, setState] = useState<{ for: string; found: Found | null; failed: boolean }>({
    for: '',
    found: null,
    failed: false,
  })
  const first = useRef(true)
  useEffect(() => {
    const stop = new AbortController()
    const ask = async () => {
      try {
        const response = await fetch(paths.searchResults(text), { signal: stop.signal })
        if (!response.ok || response.redirected) throw new Error(String(response.status))
        setState({ for: text, found: (await response.json()) as Found, failed: false })
      } catch {
        if (!stop.signal.aborted) setState((before) => ({ ...before, for: text, failed: true }))
      }
    }
    const timer = setTimeout(ask, first.current ? 0 : PAUSE)
    first.current = false
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [text])
  return { ...state, busy: state.for !== text }
}

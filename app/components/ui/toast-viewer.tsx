import { Form } from '@remix-run/react'
import clsx from 'clsx'
import { useEffect, useRef, useState } from 'react'
import { Button } from './button'
import { useHydrated } from './use-hydrated'

/** A message about what just happened: a title and optionally a sentence. */
export interface Toast {
  kind: 'success' | 'error'
  title: string
  text?: string
  /** The address of a form that takes it back: shows an Undo button, as long as that is possible. */
  undo?: string
}

/** How long a toast is shown, in milliseconds (specification document 1, section 9). */
const SHOWN_MS = 5000
/** The same for a toast that can be undone. */
const UNDOABLE_MS = 10_000
const EVENT = 'coldframe:toast'

/** Shows a toast from a script, for events without a page change. */
export const showToast = (toast: Toast) => window.dispatchEvent(new CustomEvent(EVENT, { detail: toast }))

/**
 * Shows toasts: one at a time, top right. The toast of the last redirect is a property, and it is kept if a later load has none. Its timer
 * stops while the pointer or the focus is on it.
 */
export function ToastViewer({ toast }: { toast: Toast | null }) {
  const [shown, setShown] = useState(toast)
  const [held, setHeld] = useState(false)
  const hydrated = useHydrated()
  useEffect(() => {
    if (toast) setShown(toast)
  }, [toast])
  useEffect(() => {
    const onToast = (event: Event) => setShown((event as CustomEvent<Toast>).detail)
    window.addEventListener(EVENT, onToast)
    return () => window.removeEventListener(EVENT, onToast)
  }, [])
  useEffect(() => {
    if (!shown || held) return
    const timer = setTimeout(() => setShown(null), shown.undo ? UNDOABLE_MS : SHOWN_MS)
    return () => clearTimeout(timer)
  }, [shown, held])
  const place = useRef<HTMLDivElement>(null)
  const [below, setBelow] = useState(0)
  useEffect(() => {
    if (!shown || !place.current) return
    raise(place.current)
    setBelow(roomAbove(place.current))
  }, [shown])
  const dismiss = () => {
    setShown(null)
    setHeld(false)
  }
  return (
    <div
      ref={place}
      role="status"
      style={{ top: below }}
      className="pointer-events-none fixed right-0 bottom-auto left-auto z-60 m-0 w-full overflow-visible border-0 bg-transparent p-3 sm:p-4 md:max-w-[420px]"
    >
      {shown && (
        // biome-ignore lint/a11y/noStaticElementInteractions: only pauses the timer; every action is on the button
        <div
          // Without scripts it cannot be dismissed: it disappears by itself, and clicks pass through to what is below.
          className={clsx(
            'flex items-start gap-3 rounded-lg bg-raised py-2 pr-2 pl-4 shadow-dialog max-sm:py-1',
            hydrated
              ? 'pointer-events-auto animate-rise'
              : shown.undo
                ? 'animate-leave-late'
                : 'animate-leave',
          )}
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
        >
          <ToastWords {...shown} />
          {shown.undo && (
            <Form
              method="post"
              action={shown.undo}
              className="pointer-events-auto self-center"
              onSubmit={dismiss}
            >
              <Button size="sm">Undo</Button>
            </Form>
          )}
          {hydrated && (
            <button
              type="button"
              aria-label="Dismiss"
              onClick={dismiss}
              className="grid size-7 shrink-0 place-items-center rounded-md text-muted hover:bg-hover hover:text-ink max-sm:size-10"
            >
              <svg viewBox="0 0 16 16" className="size-4" aria-hidden="true">
                <path d="m4 4 8 8m0-8-8 8" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
              </svg>
            </button>
          )}
        </div>
      )}
    </div>
  )
}

/** Lifts the toast above an open dialog: both are in the browser's top layer, where the later one is in front. */
function raise(place: HTMLElement) {
  if (!('showPopover' in place)) return
  place.popover = 'manual'
  place.hidePopover()
  place.showPopover()
}

/** What must stay visible and clickable: the buttons in the page's header. */
const NEVER_COVERED = '.button-primary, [data-actions] > *'

/** How far down toasts are placed, in pixels, so that they cover no such button of the open dialog or the page. */
function roomAbove(place: HTMLElement): number {
  const card = place.firstElementChild?.getBoundingClientRect()
  if (!card) return 0
  const now = place.getBoundingClientRect().top
  const within = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
  const covered = [...within.querySelectorAll(NEVER_COVERED)]
    .map((button) => button.getBoundingClientRect())
    .filter((button) => button.width > 0 && button.right > card.left && button.left < card.right)
    .sort((a, b) => a.top - b.top)
  let down = 0
  for (const button of covered)
    if (button.bottom > card.top - now + down && button.top < card.bottom - now + down)
      down = button.bottom - (card.top - now) + 8
  return card.bottom - now + down > window.innerHeight ? 0 : down
}

/** The icon and text of a toast. */
function ToastWords({ kind, title, text }: Toast) {
  return (
    <>
      <Mark kind={kind} />
      <div className="min-w-0 grow py-1 text-sm break-words max-sm:py-2.5">
        <p className="font-semibold">{title}</p>
        {text && <p className="mt-0.5 text-muted">{text}</p>}
      </div>
    </>
  )
}

/**
 * A toast about the page's own response, without a redirect: a refused form, an invalid link. Pass the same object as long as it is the
 * same event. Without scripts it stays in its place.
 */
export function InstantToast({ toast }: { toast: Toast | null }) {
  useEffect(() => {
    if (!toast) return
    // After this commit: on the first load the viewer is not listening yet.
    const timer = setTimeout(() => showToast(toast))
    return () => clearTimeout(timer)
  }, [toast])
  if (!toast) return null
  return (
    <noscript>
      <div
        role="status"
        className="pointer-events-none fixed top-0 right-0 z-60 w-full p-3 sm:p-4 md:max-w-[420px]"
      >
        <div className="flex animate-leave items-start gap-3 rounded-lg bg-raised py-2 pr-2 pl-4 shadow-dialog max-sm:py-1">
          <ToastWords {...toast} />
        </div>
      </div>
    </noscript>
  )
}

function Mark({ kind }: { kind: Toast['kind'] }) {
  const good = kind === 'success'
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      className={clsx('mt-1.5 size-4 shrink-0 max-sm:mt-3', good ? 'text-success' : 'text-danger')}
      fill="none"
    >
      <circle cx="8" cy="8" r="7.25" fill="currentColor" />
      <path
        d={good ? 'm5 8.25 2 2 4-4.25' : 'M8 4.5v4M8 11v.25'}
        className="stroke-raised"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

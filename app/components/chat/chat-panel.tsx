import { useNavigate, useRevalidator } from '@remix-run/react'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { buttonClass } from '~/components/ui/button'
import { MessageCircle, X } from '~/components/ui/icons'
import { useChat } from './chat-state'
import { redirectOf } from './redirect-message'

/** The page in the frame. */
export interface ChatFrame {
  src: string
  /** The origin of its messages. Browsers report `null` for a page without permissions of its own. */
  origin: string
  sandbox: string
  /** With another version it is loaded again. A chat of others has none: its conversation must not end. */
  version?: string
}

/** The support chat: a button in the corner, and a panel of 400 px on the right, beside or over the page. */
export function ChatPanel({ frame }: { frame: ChatFrame }) {
  const { open, setOpen } = useChat()
  const [isLoaded, setLoaded] = useState(false)
  const openButton = useRef<HTMLAnchorElement>(null)
  const closeButton = useRef<HTMLButtonElement>(null)
  const frameRef = useFrameMessages(frame.origin)
  // Loaded once, then kept: closing the panel does not end the conversation.
  useEffect(() => {
    if (open) setLoaded(true)
  }, [open])
  const onOpen = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    setOpen(true)
    closeButton.current?.focus()
  }
  const close = () => {
    setOpen(false)
    openButton.current?.focus()
  }
  return (
    <aside aria-label="Support">
      <a
        ref={openButton}
        href={frame.src}
        onClick={onOpen}
        aria-label="Open support chat"
        // On phones it is in the top bar: at the bottom it would cover list actions.
        className="fixed top-1.5 right-13 z-30 grid size-10 place-items-center rounded-md text-muted hover:bg-hover hover:text-ink in-data-[chat=open]:hidden md:top-auto md:right-2 md:bottom-4 md:size-10 md:rounded-full md:bg-accent md:text-on-accent md:shadow-dialog md:hover:bg-accent-hover md:hover:text-on-accent"
      >
        <MessageCircle className="size-4 md:size-5" aria-hidden="true" />
      </a>
      <section
        aria-label="Support chat"
        onKeyDown={(event) => event.key === 'Escape' && close()}
        className="fixed inset-y-0 right-0 z-40 hidden w-[400px] max-w-full flex-col border-l border-line bg-surface shadow-dialog in-data-[chat=open]:flex xl:shadow-none"
      >
        <header className="flex h-12 shrink-0 items-center justify-between gap-2 border-b border-line pr-2 pl-4">
          <h2 className="text-base font-semibold">Support Chat</h2>
          <button
            ref={closeButton}
            type="button"
            aria-label="Close support chat"
            onClick={close}
            className={buttonClass({ variant: 'ghost', size: 'sm', square: true })}
          >
            <X aria-hidden="true" />
          </button>
        </header>
        {(open || isLoaded) && (
          <iframe
            key={frame.version}
            ref={frameRef}
            src={frame.src}
            sandbox={frame.sandbox}
            title="Support chat"
            referrerPolicy="strict-origin"
            className="min-h-0 w-full grow border-0 bg-surface"
          />
        )}
      </section>
    </aside>
  )
}

/** Follows REDIRECT messages from this frame and origin to paths of this site, and reloads all data. */
function useFrameMessages(origin: string) {
  const frame = useRef<HTMLIFrameElement>(null)
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const go = useRef((_to: string) => {})
  go.current = (to) => {
    navigate(to)
    revalidate()
  }
  useEffect(() => {
    const onMessage = ({ source, origin: from, data }: MessageEvent) => {
      if (!source || source !== frame.current?.contentWindow || from !== origin) return
      const to = redirectOf(data, window.location.origin)
      if (to) go.current(to)
    }
    window.addEventListener('message', onMessage)
    return () => window.removeEventListener('message', onMessage)
  }, [origin])
  return frame
}

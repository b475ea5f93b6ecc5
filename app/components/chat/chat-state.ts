import { useEffect, useSyncExternalStore } from 'react'
import { createShared, useShared } from '~/components/page/provided'

/** The key in local storage; `true` or `false` (specification document 1, section 2). */
const KEY = 'chatWidgetOpen'

/** Above 900 px there is room for the panel beside the page, and it is open until the user closes it. */
const WIDE = '(min-width: 901px)'

/**
 * Runs in the head of the document, before anything is painted: `<html data-chat>` then says whether the panel is open, and
 * the style sheet does the rest, so that nothing moves later.
 */
export const CHAT_SCRIPT = `try{var c=localStorage.getItem('${KEY}')}catch(e){}document.documentElement.dataset.chat=(c==='true'||c!=='false'&&matchMedia('${WIDE}').matches)?'open':'closed'`

export interface Chat {
  open: boolean
  setOpen(open: boolean): void
}

const ChatContext = createShared<Chat>()
export const ChatProvider = ChatContext.Provider

/** The support chat's state, anywhere inside the shell. */
export const useChat = () => useShared(ChatContext, 'Chat')

const CHANGED = 'coldframe:chat'

function show(open: boolean) {
  document.documentElement.dataset.chat = open ? 'open' : 'closed'
  window.dispatchEvent(new Event(CHANGED))
}

/** The user's own choice; null until there is one, and where storage is barred. */
function kept(): boolean | null {
  try {
    const value = localStorage.getItem(KEY)
    return value === 'true' ? true : value === 'false' ? false : null
  } catch {
    return null
  }
}

function setOpen(open: boolean) {
  try {
    localStorage.setItem(KEY, String(open))
  } catch {
    // Barred storage: it is remembered as long as the page is.
  }
  show(open)
}

const subscribe = (changed: () => void) => {
  window.addEventListener(CHANGED, changed)
  return () => window.removeEventListener(CHANGED, changed)
}

/** What the provider is given: closed while the server renders, then what the document says. */
export function useChatState(): Chat {
  const open = useSyncExternalStore(
    subscribe,
    () => document.documentElement.dataset.chat === 'open',
    () => false,
  )
  useEffect(() => {
    const wide = matchMedia(WIDE)
    // Nobody chose yet: the width decides, also when it changes.
    const onWidth = () => kept() === null && show(wide.matches)
    wide.addEventListener('change', onWidth)
    return () => wide.removeEventListener('change', onWidth)
  }, [])
  return { open, setOpen }
}

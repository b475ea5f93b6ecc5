import { useEffect, useSyncExternalStore } from 'react'
import { createShared, useShared } from '~/components/page/provided'

/** The key in local storage; values `true` and `false` (specification document 1, section 2). */
const KEY = 'chatWidgetOpen'

/** Above 900 px the panel fits beside the page and is open until the user closes it. */
const WIDE = '(min-width: 901px)'

/**
 * Runs in the document's head before the first paint. `<html data-chat>` then says whether the panel is open, and the style sheet
 * follows it, so that nothing moves later.
 */
export const CHAT_SCRIPT = `try{var c=localStorage.getItem('${KEY}')}catch(e){}document.documentElement.dataset.chat=(c==='true'||c!=='false'&&matchMedia('${WIDE}').matches)?'open':'closed'`

export interface Chat {
  open: boolean
  setOpen(open: boolean): void
}

const ChatContext = createShared<Chat>()
export const ChatProvider = ChatContext.Provider

/** The support chat's state, inside the shell. */
export const useChat = () => useShared(ChatContext, 'Chat')

const CHANGED_EVENT = 'coldframe:chat'

function show(open: boolean) {
  document.documentElement.dataset.chat = open ? 'open' : 'closed'
  window.dispatchEvent(new Event(CHANGED_EVENT))
}

/** The user's stored choice; null without one, and if storage is blocked. */
function storedChoice(): boolean | null {
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
    // Without storage, the choice lasts as long as the page.
  }
  show(open)
}

const subscribe = (changed: () => void) => {
  window.addEventListener(CHANGED_EVENT, changed)
  return () => window.removeEventListener(CHANGED_EVENT, changed)
}

/** The provider's value: closed while the server renders, then the document's state. */
export function useChatState(): Chat {
  const open = useSyncExternalStore(
    subscribe,
    () => document.documentElement.dataset.chat === 'open',
    () => false,
  )
  useEffect(() => {
    const wide = matchMedia(WIDE)
    // Without a stored choice the width decides, also when it changes.
    const onWidth = () => storedChoice() === null && show(wide.matches)
    wide.addEventListener('change', onWidth)
    return () => wide.removeEventListener('change', onWidth)
  }, [])
  return { open, setOpen }
}

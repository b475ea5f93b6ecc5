import { type ComponentType, type ReactNode, useEffect } from 'react'
import type { ChatFrame } from '../chat/chat-panel'
import type { ShellUser } from '../page/state'
import type { Tracking } from '../tracker/visitor-tracking'

/** What the frame of the signed-in screens shows. */
export interface ShellProps {
  user: ShellUser
  unread: number
  /** The user's choice for the sidebar, from the cookie. */
  collapsed: boolean
  /** Since when all sending is held, in words; null while it is not. */
  heldSince: string | null
  chat: ChatFrame
  /** Null unless a tracker is configured. */
  tracking: Tracking | null
}

interface LastShell {
  /** Remembered with its props: who imported it for the case alone would load it on the pages of the signed-out too. */
  Frame: ComponentType<ShellProps & { children: ReactNode }>
  shell: ShellProps
}

/** What the frame was shown with last, in this browser; null on the server and for signed-out visitors. */
let last: LastShell | null = null

export const lastShell = () => last

/** Remembers what the frame shows, for when its data cannot be read again: a network that is away takes all data with it. */
export function useRememberedShell(Frame: LastShell['Frame'], shell: ShellProps): void {
  useEffect(() => {
    last = { Frame, shell }
  })
  useEffect(
    () => () => {
      last = null
    },
    [],
  )
}

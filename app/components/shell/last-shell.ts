import { type ComponentType, type ReactNode, useEffect } from 'react'
import type { ChatFrame } from '../chat/chat-panel'
import type { ShellUser } from '../page/state'
import type { Tracking } from '../tracker/visitor-tracking'
import type { HeldProps } from './held-banner'

/** The data of the layout around the signed-in screens. */
export interface ShellProps {
  /** Null if the session could not be read. */
  user: ShellUser | null
  unread: number
  unreadConversations: number
  /** The user's choice for the sidebar, from the cookie. */
  collapsed: boolean
  /** Since when and why all sending is held; null if it is not held. */
  held: HeldProps | null
  /** Whether the user has still to confirm the address of the account. */
  isUnconfirmed: boolean
  /** Null without a user. */
  chat: ChatFrame | null
  /** Null if no tracker is configured. */
  tracking: Tracking | null
}

interface LastShell {
  /** Stored with its props: importing it for this case would load it on the signed-out pages too. */
  Frame: ComponentType<ShellProps & { children: ReactNode }>
  shell: ShellProps
}

/** The layout last shown in this browser; null on the server and for signed-out visitors. */
let last: LastShell | null = null

export const lastShell = () => last

/** Stores the layout and its data for when the data cannot be loaded again, such as without a network. */
export function useRememberedShell(Frame: LastShell['Frame'], shell: ShellProps): void {
  useEffect(() => {
    if (shell.user) last = { Frame, shell }
  })
  useEffect(
    () => () => {
      last = null
    },
    [],
  )
}

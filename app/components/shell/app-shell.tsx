import { useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { type ChatFrame, ChatPanel } from '../chat/chat-panel'
import { ChatProvider, useChatState } from '../chat/chat-state'
import { SandboxBanner } from '../sandbox-banner'
import { PaletteHost } from '../search/palette-host'
import { SkipLink } from '../skip-link'
import { TooltipProvider } from '../tooltip'
import { type Tracking, VisitorTracking } from '../tracker/visitor-tracking'
import { UnsavedBlocker } from '../use-unsaved-guard'
import { HeldBanner } from './held-banner'
import { useRememberedShell } from './last-shell'
import { MobileBar } from './mobile-bar'
import { forcesCollapse } from './navigation'
import { usePreference } from './preference-form'
import { Sidebar } from './sidebar'
import { AuthProvider, type ShellUser, SidebarProvider } from './state'

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

/** The frame of every signed-in screen: sidebar or bar, banner, the page as the main landmark, and the support chat. */
export function AppShell({ children, ...shell }: ShellProps & { children: ReactNode }) {
  const { user, unread, collapsed, heldSince, chat, tracking } = shell
  useRememberedShell(AppShell, shell)
  return (
    <AuthProvider value={user}>
      <SidebarProvider value={useSidebarState(collapsed)}>
        <ChatProvider value={useChatState()}>
          <TooltipProvider>
            <SkipLink />
            <div className="flex min-h-dvh max-md:flex-col">
              <Sidebar unread={unread} />
              <MobileBar unread={unread} />
              <div data-page="" className="flex min-w-0 grow flex-col">
                <SandboxBanner />
                {heldSince && <HeldBanner since={heldSince} />}
                <main
                  id="main"
                  tabIndex={-1}
                  className="mx-auto w-full max-w-6xl grow px-4 pt-5 pb-20 outline-none sm:px-6 sm:pt-6 lg:px-8"
                >
                  {children}
                </main>
              </div>
            </div>
            <ChatPanel frame={chat} />
            <PaletteHost />
            <UnsavedBlocker />
            {tracking && <VisitorTracking {...tracking} />}
          </TooltipProvider>
        </ChatProvider>
      </SidebarProvider>
    </AuthProvider>
  )
}

/** The user's choice, shown before it is saved; some screens take the room whatever it is. */
function useSidebarState(kept: boolean) {
  const { pathname } = useLocation()
  const { pending } = usePreference('sidebar')
  const forced = forcesCollapse(pathname)
  return { forced, collapsed: forced || (pending ? pending === 'collapsed' : kept) }
}

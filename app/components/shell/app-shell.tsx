import { useLocation } from '@remix-run/react'
import { type ReactNode, useMemo } from 'react'
import { UnsavedBlocker } from '~/components/forms/use-unsaved-guard'
import { LoadedScreen } from '~/components/page/loaded-screen'
import { SkipLink } from '~/components/page/skip-link'
import { AuthProvider, SidebarProvider, UnreadProvider } from '~/components/page/state'
import { useMedia } from '~/components/page/use-media'
import { TooltipProvider } from '~/components/ui/tooltip'
import { ChatPanel } from '../chat/chat-panel'
import { ChatProvider, useChatState } from '../chat/chat-state'
import { PaletteHost } from '../search/palette-host'
import { LogInDialog } from '../session/log-in-dialog'
import { VisitorTracking } from '../tracker/visitor-tracking'
import { ConfirmBanner } from './confirm-banner'
import { HeldBanner } from './held-banner'
import type { ShellProps } from './last-shell'
import { useRememberedShell } from './last-shell'
import { MobileBar } from './mobile-bar'
import { forcesCollapse } from './navigation'
import { usePreference } from './preference-form'
import { SandboxBanner } from './sandbox-banner'
import { ShortcutsHost } from './shortcuts-host'
import { Sidebar } from './sidebar'

/** The layout of every signed-in screen: sidebar or bar, banner, the page as the main landmark, and the support chat. */
export function AppShell({ children, ...shell }: ShellProps & { children: ReactNode }) {
  const { user, unread, unreadConversations, collapsed, held, isUnconfirmed, chat, tracking } = shell
  useRememberedShell(AppShell, shell)
  return (
    <AuthProvider value={user}>
      <SidebarProvider value={useSidebarState(collapsed)}>
        <ChatProvider value={useChatState()}>
          <UnreadProvider
            value={useMemo(() => ({ conversations: unreadConversations }), [unreadConversations])}
          >
            <TooltipProvider>
              <SkipLink />
              <div className="flex min-h-dvh max-md:flex-col">
                <Sidebar user={user} unread={unread} />
                <MobileBar user={user} unread={unread} />
                {/* A screen that fills the window scrolls in its parts. */}
                <div
                  data-page={chat ? '' : undefined}
                  className="flex min-w-0 grow flex-col lg:has-data-fill:h-dvh"
                >
                  <SandboxBanner />
                  {held && <HeldBanner {...held} />}
                  {isUnconfirmed && user && <ConfirmBanner email={user.email} />}
                  {/* At the right there is room for the button of the support chat, which would cover what can be pressed. */}
                  <main
                    id="main"
                    tabIndex={-1}
                    className="mx-auto w-full max-w-6xl grow has-data-fill:flex has-data-fill:max-w-none has-data-fill:flex-col lg:has-data-fill:min-h-0 lg:has-data-fill:pb-5 px-4 pt-5 pb-20 outline-none sm:px-6 sm:pt-6 md:pr-14 md:in-data-[chat=open]:pr-6 lg:pl-8 lg:in-data-[chat=open]:pr-8"
                  >
                    <LoadedScreen>{children}</LoadedScreen>
                  </main>
                </div>
              </div>
              {chat && <ChatPanel frame={chat} />}
              <PaletteHost />
              <ShortcutsHost />
              <UnsavedBlocker />
              {user && <LogInDialog />}
              {tracking && <VisitorTracking {...tracking} />}
            </TooltipProvider>
          </UnreadProvider>
        </ChatProvider>
      </SidebarProvider>
    </AuthProvider>
  )
}

/** Windows whose sidebar shows only icons. Until scripts run, `Sidebar` keeps their place by the same rule. */
const NARROW = '(max-width: 999px)'

/** The user's choice, shown before it is saved; some screens and narrow windows force the sidebar closed. */
function useSidebarState(kept: boolean) {
  const { pathname } = useLocation()
  const { pending } = usePreference('sidebar')
  const narrow = useMedia(NARROW)
  const forced = narrow || forcesCollapse(pathname)
  return { forced, collapsed: forced || (pending ? pending === 'collapsed' : kept) }
}

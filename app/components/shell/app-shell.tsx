import type { ReactNode } from 'react'
import { SandboxBanner } from '../sandbox-banner'
import { SkipLink } from '../skip-link'
import { TooltipProvider } from '../tooltip'
import { MobileBar } from './mobile-bar'
import { Sidebar, type SidebarProps } from './sidebar'

/** The frame of every signed-in screen: sidebar or bar, banner, and the page as the main landmark. */
export function AppShell({ children, ...shell }: SidebarProps & { children: ReactNode }) {
  return (
    <TooltipProvider>
      <SkipLink />
      <div className="flex min-h-dvh max-md:flex-col">
        <Sidebar {...shell} />
        <MobileBar {...shell} />
        <div data-page="" className="flex min-w-0 grow flex-col">
          <SandboxBanner />
          <main
            id="main"
            tabIndex={-1}
            className="mx-auto w-full max-w-6xl grow px-4 py-5 outline-none sm:px-6 sm:py-6 lg:px-8"
          >
            {children}
          </main>
        </div>
      </div>
    </TooltipProvider>
  )
}

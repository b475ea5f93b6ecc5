import type { ReactNode } from 'react'
import { LoadedScreen } from '~/components/page/loaded-screen'
import { LogoMark } from './logo'
import { SandboxBanner } from './sandbox-banner'

export interface AuthShellProps {
  title: string
  subtitle?: ReactNode
  /** The line below the card: the link to the other form. */
  footer?: ReactNode
  children: ReactNode
}

/** The layout of the signed-out screens: a card under glass. */
export function AuthShell({ title, subtitle, footer, children }: AuthShellProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SandboxBanner />
      <main
        id="main"
        className="relative flex grow flex-col items-center justify-center overflow-hidden px-4 py-10"
      >
        <LoadedScreen>
          <Glass />
          <div className="relative w-full max-w-[23rem]">
            <div className="mb-6 flex flex-col items-center gap-3 text-center">
              <LogoMark className="size-10" />
              <div>
                <h1 className="text-xl font-semibold tracking-[-0.018em]">{title}</h1>
                {subtitle && <p className="mt-0.5 text-sm text-muted">{subtitle}</p>}
              </div>
            </div>
            <div className="rounded-xl border border-line bg-surface p-5 shadow-pop sm:p-6">{children}</div>
            {footer && <p className="mt-5 text-center text-sm text-muted">{footer}</p>}
          </div>
        </LoadedScreen>
      </main>
    </div>
  )
}

/** The slanted panes behind the card. */
const Glass = () => (
  <svg
    aria-hidden="true"
    className="pointer-events-none absolute inset-x-0 bottom-0 h-3/5 w-full text-line"
    viewBox="0 0 1200 500"
    preserveAspectRatio="none"
    fill="none"
    stroke="currentColor"
  >
    {[0, 200, 400, 600, 800, 1000, 1200].map((x) => (
      <path key={x} d={`M${x} 500V${260 - x * 0.18}`} vectorEffect="non-scaling-stroke" />
    ))}
    <path d="M0 260 1200 44M0 380 1200 164" vectorEffect="non-scaling-stroke" />
  </svg>
)

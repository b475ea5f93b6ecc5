import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { LoadedScreen } from '~/components/page/loaded-screen'
import { SkipLink } from '~/components/page/skip-link'
import { Logo } from '~/components/shell/logo'
import { LinkButton } from '~/components/ui/button'
import { ChevronRight } from '~/components/ui/icons'
import { paths } from '~/paths'
import { Contents, type ContentsProps } from './contents'

interface DocsShellProps extends ContentsProps {
  isSignedIn: boolean
  /** Changes with each page: the contents of a small screen then close. */
  place: string
  children: ReactNode
}

/** The layout of the reference: the contents at the side, or folded above the page where there is no room. */
export const DocsShell = ({ isSignedIn, place, children, ...contents }: DocsShellProps) => (
  <>
    <SkipLink />
    <header className="sticky top-0 z-20 border-b border-line bg-surface">
      <div className="mx-auto flex h-13 max-w-[96rem] items-center justify-between gap-3 px-4 sm:px-6">
        <div className="flex min-w-0 items-center gap-2">
          <Link to="/" className="min-w-0 rounded-sm" aria-label="Coldframe">
            <Logo />
          </Link>
          <span className="hidden text-sm text-muted sm:inline">API reference</span>
        </div>
        <div className="flex shrink-0 items-center gap-2">
          <a
            href={paths.apiDescription()}
            className="button button-ghost button-sm"
            aria-label="Download the OpenAPI document"
            download="coldframe-openapi.json"
          >
            OpenAPI
          </a>
          <LinkButton size="sm" to={isSignedIn ? paths.apiKeys() : paths.login()}>
            {isSignedIn ? 'API keys' : 'Sign in'}
          </LinkButton>
        </div>
      </div>
    </header>
    <div className="mx-auto max-w-[96rem] lg:grid lg:grid-cols-[17rem_minmax(0,1fr)]">
      <div className="border-line max-lg:hidden lg:border-r">
        <div className="sticky top-13 max-h-[calc(100dvh-3.25rem)] overflow-y-auto px-4 py-5">
          <Contents {...contents} label="Contents" />
        </div>
      </div>
      <details key={place} className="group border-b border-line bg-surface px-4 lg:hidden">
        <summary className="flex min-h-11 items-center gap-1.5 text-sm font-medium">
          <ChevronRight className="size-4 transition-transform group-open:rotate-90" aria-hidden="true" />
          Contents
        </summary>
        <div className="pt-1 pb-4">
          <Contents {...contents} label="All contents" />
        </div>
      </details>
      <main id="main" tabIndex={-1} className="min-w-0 px-4 py-7 outline-none sm:px-6 lg:px-10">
        <LoadedScreen>{children}</LoadedScreen>
      </main>
    </div>
  </>
)

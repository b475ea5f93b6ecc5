import { Link, useLocation } from '@remix-run/react'
import clsx from 'clsx'
import { type ReactNode, useState } from 'react'
import { Search } from '~/components/ui/icons'
import { useHydrated } from '~/components/ui/use-hydrated'
import type { CallLink } from '~/http/api/docs/view'
import { paths } from '~/paths'
import { useLanguage } from './language'
import { Method } from './method'

export interface ContentsProps {
  guides: { name: string; title: string }[]
  areas: { name: string; title: string; calls: CallLink[] }[]
}

/** The contents of the reference: guides, areas, and the calls of the open area. With scripts, a filter over all calls. */
export function Contents({ guides, areas, label }: ContentsProps & { label: string }) {
  const [typed, setTyped] = useState('')
  const hydrated = useHydrated()
  const words = typed.toLowerCase().split(/\s/).filter(Boolean)
  const found = areas
    .flatMap(({ calls }) => calls)
    .filter((call) => words.every((word) => searchableText(call).includes(word)))
  return (
    <nav aria-label={label} className="text-sm">
      {/* Reserves its space before scripts run, to avoid a layout shift. */}
      <label className="relative mb-3 block [@media(scripting:none)]:hidden">
        <span className="sr-only">Filter calls</span>
        <Search
          className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted"
          aria-hidden="true"
        />
        <input
          type="search"
          value={typed}
          readOnly={!hydrated}
          onChange={(event) => setTyped(event.currentTarget.value)}
          placeholder="Filter calls"
          className="control pl-8!"
        />
      </label>
      {words.length > 0 ? (
        <>
          <p role="status" className="mb-1 px-2 text-xs text-muted">
            {found.length === 1 ? '1 call' : `${found.length} calls`}
          </p>
          <Calls calls={found} />
        </>
      ) : (
        <Chapters guides={guides} areas={areas} />
      )}
    </nav>
  )
}

const searchableText = ({ id, method, path, summary }: CallLink) =>
  `${id} ${method} ${path} ${summary}`.toLowerCase()

/** Guides and areas, as long as nothing is filtered. */
function Chapters({ guides, areas }: ContentsProps) {
  const { pathname } = useLocation()
  return (
    <>
      <ul className="mb-4">
        <Item to={paths.apiDocs()}>Introduction</Item>
        <Item to={paths.apiDocs('errors')}>Errors</Item>
      </ul>
      <p className="mb-1 px-2 text-xs font-medium text-muted">Guides</p>
      <ul className="mb-4">
        {guides.map(({ name, title }) => (
          <Item key={name} to={paths.apiGuide(name)}>
            {title}
          </Item>
        ))}
      </ul>
      <p className="mb-1 px-2 text-xs font-medium text-muted">Calls</p>
      <ul>
        {areas.map(({ name, title, calls }) => (
          <Item
            key={name}
            to={paths.apiDocs(name)}
            below={pathname === paths.apiDocs(name) && <Calls calls={calls} />}
          >
            {title}
          </Item>
        ))}
      </ul>
    </>
  )
}

const ITEM_CLASS = 'flex min-h-8 items-center gap-2 rounded-md px-2 py-1 max-lg:min-h-10'

/** A link of the contents, with what stands below it while it is open. */
function Item({ to, below, children }: { to: string; below?: ReactNode; children: ReactNode }) {
  const { pathname } = useLocation()
  const { withLanguage } = useLanguage()
  return (
    <li>
      <Link
        to={withLanguage(to)}
        aria-current={pathname === to ? 'page' : undefined}
        className={clsx(
          ITEM_CLASS,
          pathname === to ? 'bg-accent-soft font-medium text-accent-ink' : 'hover:bg-hover',
        )}
      >
        {children}
      </Link>
      {below}
    </li>
  )
}

/** Links to calls, each to its place on the page of its area. */
function Calls({ calls }: { calls: CallLink[] }) {
  const { withLanguage } = useLanguage()
  return (
    <ul className="my-1 ml-2 border-l border-line pl-1">
      {calls.map(({ id, area, method, path, summary }) => (
        <li key={id}>
          <Link
            to={withLanguage(`${paths.apiDocs(area)}#${id}`)}
            title={summary}
            className={clsx(ITEM_CLASS, 'text-muted hover:bg-hover hover:text-ink')}
          >
            <Method method={method} short />
            <span className="min-w-0 font-mono text-2xs break-all">{path.replace('/api', '')}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

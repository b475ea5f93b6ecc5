import { Link } from '@remix-run/react'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { CopyButton } from '~/components/ui/copy-button'
import { useLanguage } from './language'

interface CodeProps {
  /** Shown above the code: a title or tabs. */
  head: ReactNode
  /** Names the button that copies it. */
  label: string
  source: string
}

/** A code block with a copy button. It scrolls horizontally. */
export const Code = ({ head, label, source }: CodeProps) => (
  <figure className="min-w-0 overflow-hidden rounded-lg border border-line bg-surface shadow-card">
    <figcaption className="flex min-h-10 items-center justify-between gap-2 border-b border-line bg-sunken py-1 pr-1.5 pl-3 text-xs text-muted">
      {head}
      <CopyButton text={source} size="sm" variant="ghost" aria-label={`Copy: ${label}`} />
    </figcaption>
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without a mouse, only a focused box scrolls
      tabIndex={0}
      className="max-h-[36rem] overflow-auto p-3 font-mono text-xs leading-5"
    >
      <code>{colored(source)}</code>
    </pre>
  </figure>
)

/** Texts in quotes, and the words that begin a line. */
const TOKENS =
  /("[^"\n]*"|'[^'\n]*'|`[^`\n]*`)|\b(import|from|const|await|new|if|throw|async|function|return|for|of|with|as|curl|export)\b/g

function colored(source: string): ReactNode[] {
  const parts: ReactNode[] = []
  let end = 0
  for (const found of source.matchAll(TOKENS)) {
    parts.push(source.slice(end, found.index))
    parts.push(
      <span key={found.index} className={found[1] ? 'text-accent-ink' : 'text-info-ink'}>
        {found[0]}
      </span>,
    )
    end = found.index + found[0].length
  }
  return [...parts, source.slice(end)]
}

/** The example of a call in the chosen language, with links to the others. */
export function Samples({ id, samples }: { id: string; samples: { label: string; source: string }[] }) {
  const { language, withLanguage } = useLanguage()
  const chosen = samples.find(({ label }) => label.toLowerCase() === language) ?? samples[0]!
  const links = samples.map(({ label }) => (
    <Link
      key={label}
      to={withLanguage(`#${id}`, label.toLowerCase())}
      preventScrollReset
      replace
      aria-current={label === chosen.label ? 'true' : undefined}
      className={clsx(
        'inline-flex min-h-7 items-center rounded-md px-2 max-sm:min-h-9',
        label === chosen.label ? 'bg-hover font-medium text-ink' : 'hover:text-ink',
      )}
    >
      {label}
    </Link>
  ))
  const head = <span className="-ml-1.5 flex gap-0.5">{links}</span>
  return <Code head={head} label={`${id} in ${chosen.label}`} source={chosen.source} />
}

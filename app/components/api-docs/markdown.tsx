import { Link } from '@remix-run/react'
import MarkdownToJsx from 'markdown-to-jsx/react'
import { Children, type ComponentPropsWithoutRef, isValidElement, type ReactNode } from 'react'
import { Code } from './code'
import { useLanguage } from './language'

const LANGUAGES: Record<string, string> = { js: 'JavaScript', json: 'JSON', sh: 'Shell' }

const textOf = (node: ReactNode): string =>
  Children.toArray(node)
    .map((child) =>
      isValidElement<{ children?: ReactNode }>(child) ? textOf(child.props.children) : String(child),
    )
    .join('')

/** A fenced block: its language is the class of the code in it. */
function Block({ children }: { children?: ReactNode }) {
  const code = Children.toArray(children).find((child) => isValidElement<{ className?: string }>(child))
  const name = isValidElement<{ className?: string }>(code) ? (code.props.className ?? '') : ''
  const label = LANGUAGES[/language-(\w+)|lang-(\w+)/.exec(name)?.slice(1).find(Boolean) ?? ''] ?? 'Text'
  return (
    <div className="my-4">
      <Code head={label} label={`Example in ${label}`} source={textOf(children).trim()} />
    </div>
  )
}

function Anchor({ href = '', children }: ComponentPropsWithoutRef<'a'>) {
  const { withLanguage } = useLanguage()
  const look = 'font-medium text-accent-ink underline underline-offset-2'
  return href.startsWith('/api/docs') ? (
    <Link to={withLanguage(href)} className={look}>
      {children}
    </Link>
  ) : (
    <a href={href} className={look}>
      {children}
    </a>
  )
}

const OVERRIDES = {
  h1: { props: { className: 'text-2xl font-semibold tracking-[-0.018em]' } },
  h2: { props: { className: 'mt-9 mb-2 scroll-mt-16 text-lg font-semibold tracking-[-0.01em]' } },
  p: { props: { className: 'my-3 leading-6' } },
  ul: { props: { className: 'my-3 list-disc space-y-1.5 pl-5 leading-6' } },
  ol: { props: { className: 'my-3 list-decimal space-y-2 pl-5 leading-6' } },
  code: { props: { className: 'rounded-sm bg-hover px-1 py-0.5 font-mono text-xs break-words' } },
  a: { component: Anchor },
  pre: { component: Block },
}

/** A text of the reference. It is our own (docs/guides), never a user's. */
export const Markdown = ({ text }: { text: string }) => (
  <div className="min-w-0 max-w-3xl">
    <MarkdownToJsx options={{ overrides: OVERRIDES, disableParsingRawHTML: true }}>{text}</MarkdownToJsx>
  </div>
)

const INLINE = {
  overrides: { code: OVERRIDES.code },
  disableParsingRawHTML: true,
  forceInline: true,
}

/** A sentence with words in code. */
export const Sentence = ({ text }: { text: string }) => <MarkdownToJsx options={INLINE}>{text}</MarkdownToJsx>

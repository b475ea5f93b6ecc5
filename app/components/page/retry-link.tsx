import type { MouseEvent, ReactNode } from 'react'
import { showToast } from '~/components/ui/toast-viewer'
import { loadWhole } from './load-whole'

/**
 * Reloads a URL as a full page, because a script may have failed to load. With scripts it does so only once the server responds, because
 * the browser's own error page would replace the layout.
 */
export function RetryLink({
  to,
  className,
  children,
}: {
  to: string
  className: string
  children: ReactNode
}) {
  const onClick = async (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (await loadWhole(to)) return
    showToast({
      kind: 'error',
      title: 'The page still cannot be loaded',
      text: 'Check your connection, or try again in a moment.',
    })
  }
  return (
    <a href={to} onClick={onClick} className={className}>
      {children}
    </a>
  )
}

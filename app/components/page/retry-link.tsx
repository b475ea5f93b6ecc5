import type { MouseEvent, ReactNode } from 'react'
import { showToast } from '~/components/ui/toast-viewer'
import { loadWhole } from './load-whole'

/**
 * Loads an address again, as a whole: what failed may have been a script. With scripts only once the server answers, as
 * the browser's own page for a lost network would take the frame away.
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

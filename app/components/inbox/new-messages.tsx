import { useEffect, useRef, useState } from 'react'
import { useRefresh } from '~/components/page/use-refresh'

/** Reloads the inbox every 30 seconds while it is visible, and tells screen readers about new messages. */
export function NewMessages({
  rows,
}: {
  rows: { id: string; at: string; unread: boolean; contactName: string; contactEmail: string }[]
}) {
  useRefresh()
  const newest = useRef<string>(undefined)
  const [text, setText] = useState('')
  useEffect(() => {
    const before = newest.current
    const top = [before ?? '', ...rows.map(({ at }) => at)].sort().at(-1)!
    newest.current = top
    if (before === undefined) return
    const names = rows
      .filter((row) => row.unread && row.at > before)
      .map((row) => row.contactName || row.contactEmail)
    if (names.length > 0) setText(`New message from ${names.join(', ')}`)
  }, [rows])
  return (
    <p aria-live="polite" className="sr-only">
      {text}
    </p>
  )
}

import { useNavigation, useRevalidator } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'

/** Milliseconds between two looks, as for the bell. */
const LOOKS = 30_000

/** Reloads the inbox every 30 seconds while it is visible, and tells screen readers about new messages. */
export function NewMessages({
  rows,
}: {
  rows: { id: string; at: string; unread: boolean; contactName: string; contactEmail: string }[]
}) {
  const { revalidate } = useRevalidator()
  const { state } = useNavigation()
  const isIdle = state === 'idle'
  useEffect(() => {
    if (!isIdle) return
    const timer = setInterval(() => {
      if (!document.hidden) revalidate()
    }, LOOKS)
    return () => clearInterval(timer)
  }, [isIdle, revalidate])
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

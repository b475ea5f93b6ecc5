import { useFetcher } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { Address } from '~/components/ui/address'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { Eye } from '~/components/ui/icons'
import { showToast, type Toast } from '~/components/ui/toast-viewer'

/** What a reveal found out about a lead. */
export interface Unlocked {
  id: string
  /** Null if there is none, or the call failed. */
  email: string | null
  /** The whole name; null if it is unknown. */
  name: string | null
}

/** The response of the finder's action. */
export interface Revealed extends Unlocked {
  failed: boolean
  toast: Toast
}

export interface EmailCellProps {
  id: string
  name: string
  /** The address, the marker for a locked one, or null. */
  email: string | null
  /** The result of a reveal; undefined before. */
  revealed: string | null | undefined
  known: boolean
  /** The form action of a reveal. */
  action: string
  onRevealed(lead: Unlocked): void
}

/** A lead's address. If it is locked, a button reveals it and states the cost; without scripts it submits the surrounding form. */
export function EmailCell({ id, name, email, revealed, known, action, onRevealed }: EmailCellProps) {
  const fetcher = useFetcher<Revealed>()
  const told = useRef(onRevealed)
  told.current = onRevealed
  const { data } = fetcher
  useEffect(() => {
    if (!data) return
    showToast(data.toast)
    if (!data.failed) told.current(data)
  }, [data])
  const isLocked = email === 'email_not_unlocked'
  const address = revealed ?? (isLocked ? null : email)
  if (address) {
    return (
      <span className="inline-flex max-w-full flex-wrap items-center gap-x-2 gap-y-1">
        <span className="min-w-0">
          <Address>{address}</Address>
        </span>
        {known && <Badge tone="success">In your contacts</Badge>}
      </span>
    )
  }
  if (!isLocked || revealed === null) return <span className="text-muted">No email</span>
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-2 gap-y-1 @max-2xl:justify-end @md:@max-2xl:justify-start">
      <code className="font-mono text-xs break-all text-muted">{email}</code>
      <Button
        size="sm"
        name="reveal"
        value={id}
        formMethod="post"
        formAction={action}
        icon={<Eye aria-hidden="true" />}
        aria-label={`Reveal the email of ${name}, costs 1 credit`}
        title="Costs 1 credit"
        busy={fetcher.state !== 'idle' && 'Revealing...'}
        onClick={(event) => {
          event.preventDefault()
          fetcher.submit({ reveal: id }, { method: 'post', action })
        }}
      >
        Reveal · 1 credit
      </Button>
    </span>
  )
}

import { getInputProps } from '@conform-to/react'
import type { AnyField } from '~/components/forms/field'
import { Button } from '~/components/ui/button'
import { CalendarClock } from '~/components/ui/icons'
import { Menu } from '~/components/ui/menu'

/** The ways to send an answer. */
export function SendButtons({ later, timezone, busy, hydrated }: SendButtonsProps) {
  return (
    <div className="ml-auto flex flex-wrap items-center justify-end gap-2">
      {!hydrated && (
        <Button size="sm" variant="ghost" name="intent" value="draft">
          Save draft
        </Button>
      )}
      <Menu label="Send later" trigger={<CalendarClock aria-hidden="true" />} square side="top">
        <div className="space-y-2 p-2">
          <label htmlFor={later.id} className="block text-sm font-medium">
            Send later
          </label>
          <input {...getInputProps(later, { type: 'datetime-local' })} className="control" />
          <p className="text-xs text-muted">In your time zone, {timezone}.</p>
          <Button size="sm" name="intent" value="later" disabled={busy}>
            Send at this time
          </Button>
        </div>
      </Menu>
      <Button size="sm" name="intent" value="done" disabled={busy}>
        Send and mark done
      </Button>
      <Button
        size="sm"
        variant="primary"
        name="intent"
        value="send"
        disabled={busy}
        title="Send (Ctrl+Enter)"
      >
        Send
      </Button>
    </div>
  )
}

interface SendButtonsProps {
  later: AnyField
  timezone: string
  busy: boolean
  hydrated: boolean
}

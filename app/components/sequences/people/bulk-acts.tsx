import { Form } from '@remix-run/react'
import clsx from 'clsx'
import { useEffect, useState } from 'react'
import { Button } from '~/components/ui/button'
import { CircleStop, Pause, Play, SkipForward } from '~/components/ui/icons'
import { SelectAll } from '~/components/ui/list/select-all'
import { useHydrated } from '~/components/ui/use-hydrated'
import { paths } from '~/paths'

/** The form that the checkboxes of the rows belong to. */
export const BULK_FORM = 'people-bulk'

const boxes = () => [...document.querySelectorAll<HTMLInputElement>(`[form=${BULK_FORM}][name=ids]`)]

/** How many checkboxes there are, and how many of them are ticked; none before the scripts run. */
function useTicked() {
  const [ticked, setTicked] = useState(0)
  const [all, setAll] = useState(0)
  const count = () => {
    setTicked(boxes().filter((box) => box.checked).length)
    setAll(boxes().length)
  }
  // After each rendering, because rows come and go.
  useEffect(count)
  useEffect(() => {
    document.addEventListener('change', count)
    return () => document.removeEventListener('change', count)
  })
  return { ticked, all }
}

const ACTS = [
  { act: 'pause', label: 'Pause', Icon: Pause },
  { act: 'resume', label: 'Resume', Icon: Play },
  { act: 'skip', label: 'Skip step', Icon: SkipForward },
  { act: 'stop', label: 'Stop', Icon: CircleStop },
] as const

export interface BulkActsProps {
  sequenceId: string
  /** The query string of the list, to return to. */
  listQuery: string
}

/** The buttons for the ticked contacts. With scripts they appear once a contact is ticked. */
export function BulkActs({ sequenceId, listQuery }: BulkActsProps) {
  const hydrated = useHydrated()
  const { ticked, all } = useTicked()
  return (
    <Form
      id={BULK_FORM}
      method="post"
      action={paths.sequencePeople(sequenceId)}
      preventScrollReset
      className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line bg-sunken px-4 py-1.5 sm:px-5"
    >
      <input type="hidden" name="listQuery" value={listQuery} />
      {hydrated ? (
        <SelectAll
          ticked={ticked}
          all={all}
          onChange={(checked) => {
            for (const box of boxes()) box.checked = checked
          }}
          className="min-h-8"
        />
      ) : (
        <span className="text-sm text-muted">With the selected contacts:</span>
      )}
      <span role="status" className="text-sm text-muted">
        {ticked > 0 && `${ticked} selected`}
      </span>
      <span
        className={clsx('ml-auto flex flex-wrap gap-1', ticked === 0 && '[@media(scripting:enabled)]:hidden')}
      >
        {ACTS.map(({ act, label, Icon }) => (
          <Button key={act} size="sm" name="act" value={act} icon={<Icon aria-hidden="true" />}>
            {label}
          </Button>
        ))}
      </span>
    </Form>
  )
}

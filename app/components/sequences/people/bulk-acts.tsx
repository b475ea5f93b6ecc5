import { Form } from '@remix-run/react'
import { Button } from '~/components/ui/button'
import { CircleStop, Pause, Play, SkipForward } from '~/components/ui/icons'
import { useHydrated } from '~/components/ui/use-hydrated'
import { paths } from '~/paths'

/** The form that the checkboxes of the rows belong to. */
export const BULK_FORM = 'people-bulk'

const boxesOf = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (one): one is HTMLInputElement => one instanceof HTMLInputElement && one.name === 'ids',
  )

const ACTS = [
  { act: 'pause', label: 'Pause', Icon: Pause },
  { act: 'resume', label: 'Resume', Icon: Play },
  { act: 'skip', label: 'Skip step', Icon: SkipForward },
  { act: 'stop', label: 'Stop', Icon: CircleStop },
] as const

export interface BulkActsProps {
  sequenceId: string
  /** The query string of the list, to return to. */
  place: string
}

/** The buttons for the ticked contacts. */
export function BulkActs({ sequenceId, place }: BulkActsProps) {
  const hydrated = useHydrated()
  return (
    <Form
      id={BULK_FORM}
      method="post"
      action={paths.sequencePeople(sequenceId)}
      preventScrollReset
      className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line bg-sunken px-4 py-1.5 sm:px-5"
    >
      <input type="hidden" name="place" value={place} />
      {hydrated ? (
        <label className="flex min-h-8 items-center gap-3 text-sm font-medium">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            onChange={({ currentTarget: { form, checked } }) => {
              for (const box of form ? boxesOf(form) : []) box.checked = checked
            }}
          />
          Select all on this page
        </label>
      ) : (
        <span className="text-sm text-muted">With the selected contacts:</span>
      )}
      <span className="ml-auto flex flex-wrap gap-1">
        {ACTS.map(({ act, label, Icon }) => (
          <Button key={act} size="sm" name="act" value={act} icon={<Icon aria-hidden="true" />}>
            {label}
          </Button>
        ))}
      </span>
    </Form>
  )
}

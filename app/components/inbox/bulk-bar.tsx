import { Button } from '~/components/ui/button'
import { Check, Clock, Inbox, Mail, MailOpen, Tag } from '~/components/ui/icons'
import { Menu, MenuLine, MenuSubmit } from '~/components/ui/menu'
import { useHydrated } from '~/components/ui/use-hydrated'
import { SnoozeChoices } from './snooze-choices'

/** The buttons for the ticked conversations. Shown once one is ticked, also without scripts. */
export function BulkBar({ labels, rows }: { labels: { name: string }[]; rows: number }) {
  const hydrated = useHydrated()
  return (
    <fieldset className="hidden flex-wrap items-center gap-1 border-b border-line bg-sunken px-2 py-1.5 group-has-[[name=ids]:checked]/list:flex">
      <legend className="sr-only">Selected conversations</legend>
      {/* Enter in the date field, or on a checkbox, presses the first button of a form. */}
      <button type="submit" name="snooze" value="date" className="hidden" tabIndex={-1} aria-hidden="true">
        Snooze
      </button>
      {hydrated && (
        <input
          type="checkbox"
          aria-label={`Select all ${rows} on this page`}
          className="mx-1 size-4 accent-accent"
          onChange={({ currentTarget: { form, checked } }) => {
            for (const box of form?.querySelectorAll<HTMLInputElement>('[name=ids]') ?? [])
              box.checked = checked
          }}
        />
      )}
      <Button
        variant="ghost"
        size="sm"
        square
        name="state"
        value="done"
        data-bulk-key="e"
        aria-label="Mark as done"
        title="Mark as done (e)"
        icon={<Check aria-hidden="true" />}
      />
      <Button
        variant="ghost"
        size="sm"
        square
        name="state"
        value="open"
        aria-label="Open again"
        title="Open again"
        icon={<Inbox aria-hidden="true" />}
      />
      <Button
        variant="ghost"
        size="sm"
        square
        name="unread"
        value="false"
        aria-label="Mark as read"
        title="Mark as read"
        icon={<MailOpen aria-hidden="true" />}
      />
      <Button
        variant="ghost"
        size="sm"
        square
        name="unread"
        value="true"
        data-bulk-key="u"
        aria-label="Mark as unread"
        title="Mark as unread (u)"
        icon={<Mail aria-hidden="true" />}
      />
      <Menu label="Snooze" data-bulk-key="s" trigger={<Clock aria-hidden="true" />} square align="end">
        <SnoozeChoices id="bulk-snooze" />
      </Menu>
      <Menu label="Label" data-bulk-key="l" trigger={<Tag aria-hidden="true" />} square align="end">
        <LabelChoices labels={labels} />
      </Menu>
    </fieldset>
  )
}

/** The labels as buttons of the form around them. */
export const LabelChoices = ({
  labels,
  current,
}: {
  labels: { name: string }[]
  current?: string | null
}) => (
  <div className="max-h-72 overflow-y-auto">
    {labels.map(({ name }) => (
      <MenuSubmit
        key={name}
        name="label"
        value={name}
        aria-pressed={current === undefined ? undefined : name === current}
      >
        {name}
        {name === current && <Check className="ml-auto" aria-hidden="true" />}
      </MenuSubmit>
    ))}
    <MenuLine />
    <MenuSubmit name="unlabel" value="yes">
      No label
    </MenuSubmit>
  </div>
)

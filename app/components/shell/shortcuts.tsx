import { NestedDialog } from '~/components/ui/dialog/nested-dialog'
import { isMac } from '../search/open-palette'

/** Every shortcut of the product, by where it works. */
const groups = (modifier: string) =>
  [
    {
      heading: 'Everywhere',
      keys: [
        [[modifier, 'K'], 'Search and go to a screen'],
        [['?'], 'Show this list'],
        [['Esc'], 'Close a dialog or a menu'],
      ],
    },
    {
      heading: 'Inbox',
      keys: [
        [['J'], 'Next conversation'],
        [['K'], 'Previous conversation'],
        [['Enter'], 'Open the conversation'],
        [['E'], 'Mark as done, or open again'],
        [['U'], 'Mark as unread'],
        [['S'], 'Snooze'],
        [['L'], 'Label'],
        [['R'], 'Answer'],
        [['A'], 'Say that the newest message is automatic, or a person’s'],
        [['X'], 'Unsubscribe the contact, if the conversation asks'],
        [['P'], 'Keep the contact subscribed, if the conversation asks'],
        [['T'], 'Add the newest related message to the conversation'],
        [['/'], 'Search conversations'],
        [[modifier, 'Enter'], 'Send the answer'],
      ],
    },
  ] as const

/** The list of shortcuts. */
export default function Shortcuts({ onClose }: { onClose(): void }) {
  return (
    <NestedDialog title="Keyboard shortcuts" open onClose={onClose}>
      <div className="space-y-4">
        {groups(isMac() ? '⌘' : 'Ctrl').map(({ heading, keys }) => (
          <section key={heading} aria-label={heading}>
            <h4 className="mb-1.5 text-xs font-medium text-muted">{heading}</h4>
            <dl className="space-y-1.5 text-sm">
              {keys.map(([combination, what]) => (
                <div key={what} className="flex items-center justify-between gap-4">
                  <dt>{what}</dt>
                  <dd className="flex gap-1">
                    {combination.map((key) => (
                      <kbd
                        key={key}
                        className="grid h-6 min-w-6 place-items-center rounded-md border border-line-strong bg-sunken px-1.5 font-sans text-xs"
                      >
                        {key}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </NestedDialog>
  )
}

import { Button } from '~/components/ui/button'
import { MenuLine, MenuSubmit } from '~/components/ui/menu'

/** When a conversation comes back: buttons of the form around them. */
export const SnoozeChoices = ({ id, date }: { id: string; date?: string | null }) => (
  <>
    <MenuSubmit name="snooze" value="later">
      Later today
      <span className="ml-auto pl-4 text-xs text-muted">in 3 hours</span>
    </MenuSubmit>
    <MenuSubmit name="snooze" value="tomorrow">
      Tomorrow
      <span className="ml-auto pl-4 text-xs text-muted">8:00</span>
    </MenuSubmit>
    <MenuSubmit name="snooze" value="week">
      Next week
      <span className="ml-auto pl-4 text-xs text-muted">Monday, 8:00</span>
    </MenuSubmit>
    <MenuLine />
    <div className="px-2.5 py-1.5">
      <label htmlFor={id} className="mb-1 block text-xs text-muted">
        On a date
      </label>
      <span className="flex gap-2">
        <input id={id} type="date" name="date" defaultValue={date ?? undefined} className="control w-36!" />
        <Button size="sm" name="snooze" value="date">
          Snooze
        </Button>
      </span>
    </div>
  </>
)

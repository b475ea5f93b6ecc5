import { useState } from 'react'
import { Button } from '~/components/ui/button'
import { MessageCircle } from '~/components/ui/icons'
import { Menu, MenuChoice, MenuLine, MenuLink } from '~/components/ui/menu'
import { showToast } from '~/components/ui/toast-viewer'
import { useHydrated } from '~/components/ui/use-hydrated'
import { paths } from '~/paths'

export interface SavedReplyMenuProps {
  replies: { id: string; name: string }[]
  insert(text: string): void
}

/** Inserts a saved reply at the cursor. Without scripts a button adds it to the draft. */
export function SavedReplyMenu({ replies, insert }: SavedReplyMenuProps) {
  const hydrated = useHydrated()
  const [busy, setBusy] = useState(false)
  if (!hydrated) return <SavedReplyChoice replies={replies} />
  const choose = async (id: string) => {
    setBusy(true)
    const text = await read(id)
    setBusy(false)
    if (text === null)
      showToast({ kind: 'error', title: 'Error', text: 'Failed to load the saved reply. Please try again.' })
    else insert(text)
  }
  return (
    <Menu
      label="Insert saved reply"
      trigger={<MessageCircle aria-hidden="true" className={busy ? 'animate-pulse' : undefined} />}
      square
      align="start"
      side="top"
    >
      <div className="max-h-72 max-w-64 overflow-y-auto">
        {replies.map(({ id, name }) => (
          <MenuChoice key={id} onClick={() => choose(id)}>
            <span className="truncate">{name}</span>
          </MenuChoice>
        ))}
      </div>
      {replies.length > 0 && <MenuLine />}
      <MenuLink to={paths.inboxSettings()}>Manage saved replies</MenuLink>
    </Menu>
  )
}

const SavedReplyChoice = ({ replies }: Pick<SavedReplyMenuProps, 'replies'>) => (
  <span className="flex min-w-0 flex-wrap items-center gap-2">
    {replies.length > 0 && (
      <>
        <select name="savedReply" aria-label="Saved reply" className="control w-auto! max-w-48 truncate">
          <option value="">Saved reply</option>
          {replies.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <Button size="sm" name="intent" value="insert">
          Insert
        </Button>
      </>
    )}
    <a
      href={paths.inboxSettings()}
      className="text-sm text-muted underline underline-offset-2 hover:text-ink"
    >
      Manage saved replies
    </a>
  </span>
)

/** The text of a saved reply; null if it cannot be read. */
async function read(id: string): Promise<string | null> {
  const response = await fetch(paths.savedReply(id)).catch(() => null)
  const found = response?.ok ? ((await response.json().catch(() => null)) as { text?: string } | null) : null
  return found?.text ?? null
}

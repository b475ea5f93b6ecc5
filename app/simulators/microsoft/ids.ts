/**
 * What an id of a message names: an entry of the mailbox, its copy in Sent Items, or a message that began as a draft and keeps the id that it
 * got then (learn.microsoft.com/graph/outlook-immutable-id).
 */
export type ItemKind = 'entry' | 'copy' | 'draft'

const KINDS: Record<ItemKind, string> = { entry: 'e', copy: 'c', draft: 'd' }

export const itemId = (kind: ItemKind, number: number): string =>
  `AAkALg${Buffer.from(`${KINDS[kind]}${number}`).toString('base64url')}`

/** Null for an id that no message can have. */
export function readItemId(id: string): { kind: ItemKind; number: number } | null {
  const found = /^([ecd])(\d{1,15})$/.exec(
    id.startsWith('AAkALg') ? Buffer.from(id.slice(6), 'base64url').toString() : '',
  )
  const kind = (Object.keys(KINDS) as ItemKind[]).find((name) => KINDS[name] === found?.[1])
  return found && kind ? { kind, number: Number(found[2]) } : null
}

import { type RefObject, useEffect, useRef } from 'react'

/** Whether a key press belongs to what has the focus: a field, or a dialog over the page. */
function isTaken({ target, defaultPrevented, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (defaultPrevented || ctrlKey || metaKey || altKey || !(target instanceof HTMLElement)) return true
  const isBox = target instanceof HTMLInputElement && target.type === 'checkbox'
  if (!isBox && (target.isContentEditable || target.matches('input, textarea, select'))) return true
  return (
    target.closest('dialog, details[open].group\\/menu') !== null ||
    document.querySelector('dialog[open]') !== null
  )
}

/**
 * The shortcuts of the inbox: j and k move through the list, the others press the button that names them in `data-key`, of the open
 * conversation or, while a row has the focus, of the bar for selected rows (`data-bulk-key`).
 * @returns a ref for the list's region
 */
export function useInboxKeys(): RefObject<HTMLElement> {
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTaken(event)) return
      const { key } = event
      const isHandled =
        key === 'j' || key === 'k'
          ? move(list.current, key === 'j' ? 1 : -1)
          : pressInRow(list.current, key) || press(key)
      if (isHandled) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return list
}

/** Focuses the next or previous row, from the focused one or else the open one. */
function move(list: HTMLElement | null, by: 1 | -1): boolean {
  const links = [...(list?.querySelectorAll<HTMLElement>('[data-conversation]') ?? [])]
  const focused = document.activeElement?.closest('li')
  const here = links.findIndex((link) => link.closest('li') === focused)
  const open = links.findIndex((link) => link.getAttribute('aria-current') === 'true')
  const at = here >= 0 ? here : open
  const next = links[at < 0 ? 0 : Math.min(links.length - 1, Math.max(0, at + by))]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
  return next !== undefined
}

/** Selects the focused row and presses the button of the bar. */
function pressInRow(list: HTMLElement | null, key: string): boolean {
  const row = document.activeElement?.closest('li')
  const box = row?.querySelector<HTMLInputElement>('[name=ids]')
  const button = list?.querySelector<HTMLElement>(`[data-bulk-key="${CSS.escape(key)}"]`)
  if (!row || !box || !button || row.querySelector('[aria-current=true]')) return false
  box.checked = true
  return activate(button)
}

function press(key: string): boolean {
  const target = [...document.querySelectorAll<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)].find(
    (element) => element.offsetParent !== null,
  )
  return target !== undefined && activate(target)
}

/** Focuses a field, opens a menu at its first entry, presses a button. */
function activate(target: HTMLElement): boolean {
  if (target.matches('input, textarea, [contenteditable]')) target.focus()
  else target.click()
  if (target.localName === 'summary')
    target.parentElement?.querySelector<HTMLElement>(':scope > div button:not([tabindex="-1"])')?.focus()
  return true
}

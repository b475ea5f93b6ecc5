const EVENT = 'coldframe:palette'

/** Opens the command palette, from anywhere in the shell. */
export const openPalette = () => window.dispatchEvent(new Event(EVENT))

/** Calls `open` when the palette is requested: by `openPalette`, Ctrl-K or ⌘K. @returns a function that stops listening */
export function onPalette(open: () => void): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return
    if (isMac() ? !event.metaKey : !event.ctrlKey) return
    event.preventDefault()
    open()
  }
  window.addEventListener(EVENT, open)
  window.addEventListener('keydown', onKey)
  return () => {
    window.removeEventListener(EVENT, open)
    window.removeEventListener('keydown', onKey)
  }
}

/** Whether shortcuts use ⌘, because Control is taken by text fields there. */
export const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform)

import { lazy, Suspense, useEffect, useState } from 'react'

/** Loaded when it is first opened. */
const Shortcuts = lazy(() => import('./shortcuts'))

/** Opens the list of shortcuts at "?", unless a field or a dialog has the focus. */
export function ShortcutsHost() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target } = event
      if (event.key !== '?' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey)
        return
      if (
        !(target instanceof HTMLElement) ||
        target.isContentEditable ||
        target.closest('input, textarea, select, dialog')
      )
        return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  if (!open) return null
  return (
    <Suspense>
      <Shortcuts onClose={() => setOpen(false)} />
    </Suspense>
  )
}

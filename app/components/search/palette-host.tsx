import { lazy, Suspense, useEffect, useState } from 'react'
import { onPalette } from './open-palette'

/** Loaded when the palette is first opened. */
const Palette = lazy(() => import('./palette'))

/** Where the command palette appears. Without scripts there is none, and `/search` does its work. */
export function PaletteHost() {
  const [open, setOpen] = useState(false)
  useEffect(() => onPalette(() => setOpen(true)), [])
  if (!open) return null
  return (
    <Suspense>
      <Palette onClose={() => setOpen(false)} />
    </Suspense>
  )
}

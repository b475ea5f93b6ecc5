import { lazy, Suspense, useEffect, useState } from 'react'
import { onPalette } from './open-palette'

/** Loaded when the palette is first opened. */
const Palette = lazy(() => import('./palette'))

/** Renders the command palette. Without scripts `/search` replaces it. */
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

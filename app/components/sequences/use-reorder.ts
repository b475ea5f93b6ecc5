import { useSubmit } from '@remix-run/react'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { usePendingForm } from '~/components/forms/use-pending-form'

interface Named {
  id: string
  name: string
}

/** A dragged card, and the current order. */
interface Lifted {
  id: string
  ids: string[]
  by: 'keys' | 'pointer'
}

/**
 * An order that was sent, and the last data loaded while it was pending: it stays until newer data arrives. The form alone is not
 * enough: a slow browser renders once without it before it has the new data, and cards that move lose the focus.
 */
interface Dropped<T> {
  ids: string[]
  given: readonly T[]
}

/**
 * Reordering with a handle: drag it, or lift it with Space, move it with the arrow keys, drop it with Space and cancel with Escape. The
 * new order shows at once, is sent on drop, and is reverted if that fails.
 * The cards are the elements with the ids `step-…`.
 * @param passes whether the dragged card is moved past a card by the pointer; by default past each
 */
export function useReorder<T extends Named>(
  action: string,
  given: readonly T[],
  passes: (item: T) => boolean = () => true,
) {
  const submit = useSubmit()
  const asked = usePendingForm(action)
  const [lifted, setLifted] = useState<Lifted | null>(null)
  const [dropped, setDropped] = useState<Dropped<T> | null>(null)
  const [said, setSaid] = useState('')
  // Data that arrives while the order is pending was requested before it.
  if (dropped && asked && dropped.given !== given) setDropped({ ...dropped, given })
  const waiting = dropped?.given === given ? dropped.ids : asked?.getAll('ids').map(String)
  const order = waiting ?? given.map(({ id }) => id)
  const ids = lifted?.ids ?? order
  const shown = ids.flatMap((id) => given.find((item) => item.id === id) ?? [])
  const nameOf = (id: string) => given.find((item) => item.id === id)?.name ?? ''
  const placeOf = (order: string[], id: string) => `position ${order.indexOf(id) + 1} of ${order.length}`

  const drop = (held: Lifted) => {
    if (held.ids.some((id, index) => id !== order[index])) {
      const form = new FormData()
      form.append('submission', String(performance.now()))
      for (const id of held.ids) form.append('ids', id)
      submit(form, { method: 'post', action, navigate: false })
      setDropped({ ids: held.ids, given })
    }
    setLifted(null)
    setSaid(`${nameOf(held.id)} dropped at ${placeOf(held.ids, held.id)}.`)
  }
  const putBack = (held: Lifted) => {
    setLifted(null)
    setSaid(`${nameOf(held.id)} is back in its old position.`)
  }
  const moveTo = (held: Lifted, index: number) => {
    const others = held.ids.filter((id) => id !== held.id)
    const at = Math.max(0, Math.min(others.length, index))
    if (held.ids[at] === held.id) return
    const next = { ...held, ids: others.toSpliced(at, 0, held.id) }
    setLifted(next)
    setSaid(`${nameOf(held.id)}, ${placeOf(next.ids, held.id)}.`)
  }

  const isPassed = (id: string) => given.some((item) => item.id === id && passes(item))
  useFollowPointer(lifted, { drop, putBack, moveTo, isPassed })
  useKeepFocus(lifted)

  /** The event handlers of an item's handle. */
  const handle = (item: T) => ({
    'data-handle': item.id,
    'aria-pressed': lifted?.id === item.id,
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return
      setLifted({ id: item.id, ids: shown.map(({ id }) => id), by: 'pointer' })
    },
    onKeyDown: (event: KeyboardEvent) => {
      const held = lifted?.id === item.id ? lifted : null
      const at = held?.ids.indexOf(item.id) ?? 0
      if (event.key === ' ' || event.key === 'Enter') {
        event.preventDefault()
        if (held) return drop(held)
        setLifted({ id: item.id, ids: shown.map(({ id }) => id), by: 'keys' })
        setSaid(`${item.name} lifted. Arrow keys move it, Space drops it, Escape puts it back.`)
      } else if (held && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
        event.preventDefault()
        moveTo(held, at + (event.key === 'ArrowUp' ? -1 : 1))
      } else if (held && event.key === 'Escape') {
        event.preventDefault()
        putBack(held)
      } else if (held && event.key === 'Tab') {
        drop(held)
      }
    },
  })
  return { shown, lifted: lifted?.id ?? null, said, handle }
}

interface Acts {
  drop: (held: Lifted) => void
  putBack: (held: Lifted) => void
  moveTo: (held: Lifted, index: number) => void
  isPassed: (id: string) => boolean
}

/** While a card is dragged, the window listens: the card itself changes its position. */
function useFollowPointer(lifted: Lifted | null, acts: Acts) {
  const now = useRef({ lifted, acts })
  now.current = { lifted, acts }
  const dragging = lifted?.by === 'pointer'
  useEffect(() => {
    if (!dragging) return
    const act = (what: (held: Lifted) => void) => () => now.current.lifted && what(now.current.lifted)
    const follow = (event: globalThis.PointerEvent) => {
      const held = now.current.lifted
      if (!held) return
      event.preventDefault()
      const others = held.ids.filter((id) => id !== held.id)
      // The place behind the last card above the pointer, else before the first one.
      const passed = others.filter(now.current.acts.isPassed)
      const last = passed.findLast((id) => isAbove(id, event.clientY))
      now.current.acts.moveTo(held, others.indexOf(last ?? passed[0] ?? '') + (last ? 1 : 0))
    }
    const end = act((held) => now.current.acts.drop(held))
    const cancel = act((held) => now.current.acts.putBack(held))
    const onKey = (event: globalThis.KeyboardEvent) => event.key === 'Escape' && cancel()
    window.addEventListener('pointermove', follow)
    window.addEventListener('pointerup', end)
    window.addEventListener('pointercancel', cancel)
    window.addEventListener('keydown', onKey)
    return () => {
      window.removeEventListener('pointermove', follow)
      window.removeEventListener('pointerup', end)
      window.removeEventListener('pointercancel', cancel)
      window.removeEventListener('keydown', onKey)
    }
  }, [dragging])
}

/** A card that moves in the document loses the focus: the handle gets it back and stays in view. */
function useKeepFocus(lifted: Lifted | null) {
  useEffect(() => {
    if (lifted?.by !== 'keys') return
    document.querySelector<HTMLElement>(`[data-handle="${lifted.id}"]`)?.focus()
  }, [lifted])
}

/** Whether the middle of a step's card is above a height on the screen. */
function isAbove(id: string, y: number): boolean {
  const card = document.getElementById(`step-${id}`)
  if (!card) return false
  const { top, height } = card.getBoundingClientRect()
  return top + height / 2 < y
}

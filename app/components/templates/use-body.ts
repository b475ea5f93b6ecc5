import { type FocusEvent, useEffect, useRef, useState } from 'react'
import { showToast } from '~/components/ui/toast-viewer'
import { useHydrated } from '~/components/ui/use-hydrated'
import type { BuilderHandle } from './builder-field'
import { builderLosses } from './builder-losses'
import { type BodyHandle, insertInto } from './html-field'
import type { TextHandle } from './text/text-editor'
import type { BodyView } from './type-choice'

const EXPORT_FAILED = 'Failed to export from editor. Please try again.'

/**
 * The body of a template in its three views: a text, HTML, or the visual builder's design. The form's text area has the HTML of all of
 * them; the builder's is copied when it is left or submitted.
 * @param wasBuilt whether the stored template is of the visual builder
 * @param touch called when something changes other than by typing
 */
export function useBody(initial: BodyView, wasBuilt: boolean, touch: () => void) {
  const hydrated = useHydrated()
  const html = useRef<BodyHandle>(null)
  const text = useRef<TextHandle>(null)
  const builder = useRef<BuilderHandle>(null)
  const design = useRef<HTMLInputElement>(null)
  const cursor = useRef<HTMLInputElement | HTMLTextAreaElement | null>(null)
  const [view, setView] = useState(initial)
  /** The view before the text was asked for. */
  const before = useRef<BodyView>('html')
  const [isTextOpen, setTextOpen] = useState(false)
  const [lost, setLost] = useState<string[]>([])
  /** The HTML that belongs to the design; another one was written since. */
  const designed = useRef<string | null>(null)
  /** What the builder would lose, while that is asked. */
  const [asked, setAsked] = useState<string[] | null>(null)
  useEffect(() => {
    if (wasBuilt && design.current?.value) designed.current = html.current?.get() ?? null
  }, [wasBuilt])

  /** Copies the builder's content into the form. @returns whether the export succeeded */
  const exportDesign = (): boolean => {
    if (view !== 'builder') return true
    try {
      const exported = builder.current?.export()
      if (!exported || !design.current) return !hydrated || !!html.current?.get()
      if (html.current?.get() !== exported.html) html.current?.set(exported.html)
      design.current.value = exported.design
      designed.current = exported.design ? (html.current?.get() ?? null) : null
      return true
    } catch {
      showToast({ kind: 'error', title: 'Error', text: EXPORT_FAILED })
      return false
    }
  }
  const changeView = (next: BodyView, isAgreed = false) => {
    setAsked(null)
    if (next === view || !exportDesign()) return
    if (next === 'builder' && design.current) {
      const body = html.current?.get() ?? ''
      if (designed.current !== body) {
        const losses = builderLosses(body, !!design.current.value && designed.current !== null)
        if (losses.length > 0 && !isAgreed) return setAsked(losses)
        // The builder starts from the HTML instead of a design that does not have it.
        design.current.value = ''
        designed.current = null
      }
    }
    before.current = view
    setLost([])
    setView(next)
    touch()
  }
  return {
    view,
    ...{ html, text, builder, design, exportDesign, changeView, isTextOpen, lost },
    openText: setTextOpen,
    asked,
    /** The answer to what the builder would lose. */
    answer: (isAgreed: boolean) => (isAgreed ? changeView('builder', true) : setAsked(null)),
    /** The text editor would lose parts of the body: the view before stays. */
    refuseText: (parts: string[]) => {
      setLost(parts)
      setView(before.current)
    },
    /** Replaces the body. The builder is left. */
    take: (body: string) => {
      if (view === 'text' && text.current?.set(body)) return touch()
      html.current?.set(body)
      if (view !== 'html') setView('html')
      touch()
    },
    /** Inserts a variable where the cursor was last. */
    insertVariable: (tag: string) => {
      if (cursor.current?.isConnected) insertInto(cursor.current, tag)
      else if (view === 'text' && text.current) text.current.insertVariable(tag.slice(2, -2))
      else html.current?.insert(tag)
    },
    onFocus: (event: FocusEvent<HTMLFormElement>) => {
      const at: unknown = event.target
      if (at instanceof HTMLInputElement && at.name === 'subject') cursor.current = at
      else if (at instanceof HTMLTextAreaElement && at.name === 'plainTextBody') cursor.current = at
      else if (at instanceof HTMLElement && at.closest('[data-body]')) cursor.current = null
    },
  }
}

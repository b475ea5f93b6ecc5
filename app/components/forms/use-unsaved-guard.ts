import { type Location, useBlocker, useNavigation } from '@remix-run/react'
import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { useSubmitting } from './use-submitting'

const ASK = 'Leave without saving? Your changes will be lost.'

/** One function per form: whether leaving for another URL loses its unsaved changes. */
const guards = new Set<(to: Location, from: Location) => boolean>()

export interface UnsavedGuardOptions {
  /** The action's response: one instead of a redirect means that nothing was saved. */
  response?: unknown
  /** Whether the forms stay on the page at another URL: a dialog over them. */
  stays?: (pathname: string) => boolean
  /** Whether another URL loses the changes, instead of every path for which `stays` is false. */
  leaves?: (to: Location, from: Location) => boolean
  /** Whether the changes are saved as a draft: then it never asks. */
  isKept?: () => boolean
}

/**
 * Asks before a page with unsaved changes is left by a link, the Back button or closing the window. Submitting a form does not count as
 * leaving, but it does not save the other forms below `place`. Needs `UnsavedBlocker` in the shell.
 * A link with the state `{ discard: true }` does not ask.
 * @param place a form, or an element with several
 * @returns a function that reports changes other than typing
 */
export function useUnsavedGuard(
  place: RefObject<HTMLElement | null>,
  { response, stays = () => false, leaves, isKept = () => false }: UnsavedGuardOptions = {},
): () => void {
  const dirty = useRef(new Set<EventTarget | null>())
  const isLeaving = useRef(leaves)
  isLeaving.current = leaves ?? ((to, from) => to.pathname !== from.pathname && !stays(to.pathname))
  const kept = useRef(isKept)
  kept.current = isKept
  const touch = useCallback(() => {
    dirty.current.add(place.current)
  }, [place])
  const submitted = useRef<EventTarget | null>(null)
  const { state } = useNavigation()
  useEffect(() => {
    if (state !== 'idle') return
    if (response !== undefined && submitted.current) dirty.current.add(submitted.current)
    submitted.current = null
  }, [state, response])
  useEffect(() => {
    const element = place.current
    const onInput = ({ target }: Event) => {
      dirty.current.add(target instanceof Element ? target.closest('form') : element)
    }
    const onSubmit = ({ target }: Event) => {
      if (!dirty.current.has(target) && !dirty.current.has(element)) return
      dirty.current.delete(target)
      dirty.current.delete(element)
      submitted.current = target
    }
    const onUnload = (event: BeforeUnloadEvent) => {
      if (dirty.current.size > 0 && !kept.current()) event.preventDefault()
    }
    const guard = (to: Location, from: Location) =>
      dirty.current.size > 0 &&
      !kept.current() &&
      to.state?.discard !== true &&
      !!isLeaving.current?.(to, from)
    guards.add(guard)
    element?.addEventListener('input', onInput)
    element?.addEventListener('submit', onSubmit)
    window.addEventListener('beforeunload', onUnload)
    return () => {
      guards.delete(guard)
      element?.removeEventListener('input', onInput)
      element?.removeEventListener('submit', onSubmit)
      window.removeEventListener('beforeunload', onUnload)
    }
  }, [place])
  return touch
}

/** Asks for all forms of the page, because the router supports only one blocker at a time. */
export function UnsavedBlocker() {
  const submitting = useSubmitting()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !submitting && [...guards].some((guard) => guard(nextLocation, currentLocation)),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    if (window.confirm(ASK)) blocker.proceed()
    else blocker.reset()
  }, [blocker])
  return null
}

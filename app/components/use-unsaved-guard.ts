import { useBlocker } from '@remix-run/react'
import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { useSubmitting } from './use-submitting'

const ASK = 'Leave without saving? What you typed is lost.'

/**
 * Asks before a page with unsaved words is left: by a link, the Back button, or the window's cross. Submitting the form
 * is not leaving. @returns tells it that something was changed other than by typing
 */
export function useUnsavedGuard(form: RefObject<HTMLFormElement | null>): () => void {
  const isDirty = useRef(false)
  const submitting = useSubmitting()
  const touch = useCallback(() => {
    isDirty.current = true
  }, [])
  useEffect(() => {
    const element = form.current
    const onSubmit = () => {
      isDirty.current = false
    }
    const onUnload = (event: BeforeUnloadEvent) => {
      if (isDirty.current) event.preventDefault()
    }
    element?.addEventListener('input', touch)
    element?.addEventListener('submit', onSubmit)
    window.addEventListener('beforeunload', onUnload)
    return () => {
      element?.removeEventListener('input', touch)
      element?.removeEventListener('submit', onSubmit)
      window.removeEventListener('beforeunload', onUnload)
    }
  }, [form, touch])
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty.current && !submitting && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    if (window.confirm(ASK)) {
      isDirty.current = false
      blocker.proceed()
    } else blocker.reset()
  }, [blocker])
  return touch
}

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { LiveResult } from '~/models/templates/live-check'
import { paths } from '~/paths'

/** Milliseconds without a change before the email is checked again. */
const PAUSE = 500

/** Checks the email in a form while it is written. @returns the last result; `failed` if the server did not answer */
export function useLiveCheck(
  form: RefObject<HTMLFormElement | null>,
  sequenceId: string,
  contactId: string,
): { result: LiveResult | null; failed: boolean } {
  const [result, setResult] = useState<LiveResult | null>(null)
  const [failed, setFailed] = useState(false)
  const work = useRef<AbortController | null>(null)
  const check = useCallback(async () => {
    if (!form.current) return
    work.current?.abort()
    const controller = new AbortController()
    work.current = controller
    const typed = new FormData(form.current)
    const body = new URLSearchParams({ sequenceId, contactId })
    for (const name of ['subject', 'htmlBody', 'plainTextBody']) body.set(name, String(typed.get(name) ?? ''))
    try {
      const { signal } = controller
      const response = await fetch(paths.checkEmail(), { method: 'POST', body, signal })
      if (!response.ok) throw new Error(String(response.status))
      const checked = (await response.json()) as LiveResult
      setResult(checked)
      setFailed(false)
    } catch {
      if (!controller.signal.aborted) setFailed(true)
    }
  }, [form, sequenceId, contactId])
  useEffect(() => {
    const element = form.current
    let timer = 0
    const later = () => {
      clearTimeout(timer)
      timer = window.setTimeout(check, PAUSE)
    }
    void check()
    element?.addEventListener('input', later)
    return () => {
      clearTimeout(timer)
      work.current?.abort()
      element?.removeEventListener('input', later)
    }
  }, [form, check])
  return { result, failed }
}

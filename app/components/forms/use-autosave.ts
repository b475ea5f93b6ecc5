import { useCallback, useEffect, useRef, useState } from 'react'

export type DraftState = 'clean' | 'saving' | 'saved' | 'failed'

/** Milliseconds without a keystroke before the draft is saved, and before a failed attempt is repeated. */
const PAUSE_MS = 1000
const RETRY_MS = 5000

/**
 * Saves what is written on the server after a pause in typing, and when the page is left.
 * @param key names what is written: a new key starts a new draft
 * @param save sends what is written now; `leaving` when the page may be gone before the response. @returns whether it was saved
 */
export function useAutosave(key: string, save: (key: string, leaving: boolean) => Promise<boolean>) {
  const [state, setState] = useState<DraftState>('clean')
  const work = useRef({ dirty: false, timer: 0, saving: null as Promise<void> | null })
  const saver = useRef(save)
  saver.current = save

  const run = useCallback(async () => {
    const { current } = work
    clearTimeout(current.timer)
    // One at a time, so that the last one wins.
    await current.saving
    if (!current.dirty) return
    current.dirty = false
    setState('saving')
    current.saving = saver.current(key, false).then((saved) => {
      current.saving = null
      if (saved) return setState('saved')
      setState('failed')
      current.dirty = true
      current.timer = window.setTimeout(run, RETRY_MS)
    })
    await current.saving
  }, [key])

  /** Call it at each change. */
  const touch = useCallback(() => {
    const { current } = work
    current.dirty = true
    setState('clean')
    clearTimeout(current.timer)
    current.timer = window.setTimeout(run, PAUSE_MS)
  }, [run])

  /** Call it before the form is submitted, which saves too. @returns the pending save, which must not come later than the form */
  const stop = useCallback(() => {
    const { current } = work
    clearTimeout(current.timer)
    current.dirty = false
    setState('clean')
    return current.saving
  }, [])

  useEffect(() => {
    const { current } = work
    const leave = () => {
      if (!current.dirty) return
      current.dirty = false
      void saver.current(key, true)
    }
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      clearTimeout(current.timer)
      leave()
    }
  }, [key])
  return { state, touch, stop }
}

/** Browsers let requests outlive their page up to about this size, in characters. */
const MAX_KEEPALIVE = 20_000

/** Posts a draft. @returns whether the server has stored it */
export async function postDraft(
  at: string,
  values: Record<string, string>,
  leaving: boolean,
): Promise<boolean> {
  const body = new URLSearchParams(values)
  const keepalive = leaving && body.toString().length < MAX_KEEPALIVE
  const response = await fetch(at, { method: 'POST', body, keepalive }).catch(() => null)
  return response?.status === 204
}

const now = () => performance.timeOrigin + performance.now()
const RECENT_MS = 10_000

/** Keeps what was written when it is left: it may be opened again, or the page reloaded, before that is saved. */
export function keepForReturn(key: string, written: object): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ written, at: now() }))
  } catch {
    // Without storage, or with a full one, the server's draft is shown.
  }
}

/** What was kept a moment ago. */
export function takeKept<Written>(key: string): Written | null {
  try {
    const kept = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    const { written, at } = JSON.parse(kept ?? '{}') as { written?: Written; at?: number }
    return written && now() - at! < RECENT_MS ? written : null
  } catch {
    return null
  }
}

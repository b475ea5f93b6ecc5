import { useCallback, useEffect, useRef, useState } from 'react'
import { paths } from '~/paths'

/** What the answer field holds. */
export type Written = { text: string } | { html: string }

export type DraftState = 'clean' | 'saving' | 'saved' | 'failed'

/** Milliseconds without a keystroke before the draft is saved, and before a failed attempt is repeated. */
const PAUSE = 1000
const RETRY = 5000

const now = () => performance.timeOrigin + performance.now()
const keyOf = (conversationId: string) => `draft of ${conversationId}`
const LATELY = 10_000

/** Keeps what was written when a conversation is left: it may be opened again, or the page reloaded, before that is saved. */
function keepLeft(conversationId: string, written: Written): void {
  try {
    sessionStorage.setItem(keyOf(conversationId), JSON.stringify({ written, at: now() }))
  } catch {
    // Without storage, or with a full one, the server's draft is shown.
  }
}

/** What was written when the conversation was left a moment ago. */
export function takeLeft(conversationId: string): Written | null {
  try {
    const kept = sessionStorage.getItem(keyOf(conversationId))
    sessionStorage.removeItem(keyOf(conversationId))
    const { written, at } = JSON.parse(kept ?? '{}') as { written?: Written; at?: number }
    return written && now() - at! < LATELY ? written : null
  } catch {
    return null
  }
}

/**
 * Saves what is written on the server after a pause in typing, and when the page is left.
 * @param read what the field holds now
 */
export function useDraft(conversationId: string, read: () => Written) {
  const [state, setState] = useState<DraftState>('clean')
  const work = useRef({ dirty: false, timer: 0, saving: null as Promise<void> | null })
  const reader = useRef(read)
  reader.current = read

  const save = useCallback(async () => {
    const { current } = work
    clearTimeout(current.timer)
    // One at a time, so that the last one wins.
    await current.saving
    if (!current.dirty) return
    current.dirty = false
    setState('saving')
    current.saving = post(conversationId, reader.current()).then((saved) => {
      current.saving = null
      if (saved) return setState('saved')
      setState('failed')
      current.dirty = true
      current.timer = window.setTimeout(save, RETRY)
    })
    await current.saving
  }, [conversationId])

  /** Call it at each change. */
  const touch = useCallback(() => {
    const { current } = work
    current.dirty = true
    setState('clean')
    clearTimeout(current.timer)
    current.timer = window.setTimeout(save, PAUSE)
  }, [save])

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
      keepLeft(conversationId, reader.current())
      void post(conversationId, reader.current(), true)
    }
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      clearTimeout(current.timer)
      leave()
    }
  }, [conversationId])
  return { state, touch, stop }
}

/** Browsers let requests outlive their page up to about this size, in characters. */
const MOST_KEPT = 20_000

async function post(conversationId: string, written: Written, leaving = false): Promise<boolean> {
  const body = new URLSearchParams(written)
  const keepalive = leaving && body.toString().length < MOST_KEPT
  const answer = await fetch(paths.conversationDraft(conversationId), {
    method: 'POST',
    body,
    keepalive,
  }).catch(() => null)
  return answer?.status === 204
}

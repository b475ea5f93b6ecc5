import { useEffect, useState } from 'react'
import { showToast } from '~/components/ui/toast-viewer'
import { SUGGEST_DEBOUNCE, SUGGEST_MIN } from '~/models/leads/choices'

export interface Suggestion {
  name: string
  /** Only for industries. */
  id: string | null
}

export type FilterType = 'person_title' | 'location' | 'industry'

/** Suggestions for a text, requested half a second after the last keystroke; none while the text is too short. */
export function useSuggestions(filterType: FilterType, text: string) {
  const wanted = text.trim()
  const [state, setState] = useState<{ for: string; list: Suggestion[] }>({ for: '', list: [] })
  useEffect(() => {
    if (wanted.length < SUGGEST_MIN) {
      setState({ for: wanted, list: [] })
      return
    }
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      const list = await ask(filterType, wanted, stop.signal)
      if (!stop.signal.aborted) setState({ for: wanted, list })
    }, SUGGEST_DEBOUNCE)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [filterType, wanted])
  return { list: state.list, busy: wanted.length >= SUGGEST_MIN && state.for !== wanted }
}

/** A lost connection clears the suggestions silently; a refusal shows why (section 8). */
async function ask(filterType: FilterType, query: string, signal: AbortSignal): Promise<Suggestion[]> {
  let response: Response
  try {
    response = await fetch('/api/apollo/search', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, filterType }),
      signal,
    })
  } catch {
    return []
  }
  const body = (await response.json().catch(() => null)) as {
    suggestions?: (string | { name: string; id: string })[]
    message?: string
  } | null
  if (!response.ok) {
    if (!signal.aborted)
      showToast({ kind: 'error', title: 'Search Error', text: body?.message || 'Failed to search Apollo' })
    return []
  }
  return (body?.suggestions ?? []).map((suggestion) =>
    typeof suggestion === 'string' ? { name: suggestion, id: null } : suggestion,
  )
}

/** The results of a search. */
export interface Found {
  sequences: { id: string; name: string; status: 'draft' | 'running' | 'paused' }[]
  lists: { id: string; name: string; contactCount: number }[]
  contacts: { id: string; name: string; email: string }[]
}

/** The maximum number of characters of a search text. */
export const SEARCH_LENGTH = 200

/** The search text in a URL. */
export const searchText = (url: URL): string => (url.searchParams.get('q') ?? '').slice(0, SEARCH_LENGTH)

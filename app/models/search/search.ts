/** What a search finds of a user's own. */
export interface Found {
  sequences: { id: string; name: string; status: 'draft' | 'running' | 'paused' }[]
  lists: { id: string; name: string; contactCount: number }[]
  contacts: { id: string; name: string; email: string }[]
}

/** The longest text that is searched for, in characters. */
export const SEARCH_LENGTH = 200

/** The text of a search in an address. */
export const searchText = (url: URL): string => (url.searchParams.get('q') ?? '').slice(0, SEARCH_LENGTH)

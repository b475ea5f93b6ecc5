/** The part of a query string that selects the page of a list: dialogs over the list keep it. */
export function keepListQuery(search: string, names: readonly string[] = ['q', 'page']): string {
  const given = new URLSearchParams(search)
  const kept = new URLSearchParams()
  for (const name of names) {
    const value = given.get(name)
    if (value) kept.set(name, value)
  }
  const text = kept.toString()
  return text && `?${text}`
}

/** The requested page: a whole number from 1, otherwise 1. */
export function pageOf(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1
}

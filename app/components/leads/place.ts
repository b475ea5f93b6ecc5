/** What of the finder's address its dialogs keep: the filters and the page. */
const KEPT = [
  'jobTitles',
  'locations',
  'locationType',
  'industries',
  'industryNames',
  'employeeCounts',
  'search',
  'page',
]

/** The search part of an address without what its dialogs added; empty, or with its question mark. */
export function finderPlace(search: string, page?: number): string {
  const kept = new URLSearchParams()
  for (const [name, value] of new URLSearchParams(search)) if (KEPT.includes(name)) kept.append(name, value)
  if (page !== undefined) {
    kept.delete('page')
    if (page > 1) kept.set('page', String(page))
  }
  const text = kept.toString()
  return text && `?${text}`
}

/** The fields that keep it in a form that is sent by GET. */
export const placeFields = (search: string): [string, string][] => [
  ...new URLSearchParams(finderPlace(search)),
]

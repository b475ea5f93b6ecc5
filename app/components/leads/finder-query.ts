/** The finder's URL parameters that its dialogs keep: the filters and the page. */
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

/** The query string without the parameters of its dialogs; empty, or with its question mark. */
export function finderQuery(search: string, page?: number): string {
  const kept = new URLSearchParams()
  for (const [name, value] of new URLSearchParams(search)) if (KEPT.includes(name)) kept.append(name, value)
  if (page !== undefined) {
    kept.delete('page')
    if (page > 1) kept.set('page', String(page))
  }
  const text = kept.toString()
  return text && `?${text}`
}

/** The same as hidden fields of a GET form. */
export const queryFields = (search: string): [string, string][] => [
  ...new URLSearchParams(finderQuery(search)),
]

/** Company sizes (specification document 2, section 9). */
export const EMPLOYEE_COUNTS = [
  '1-10',
  '11-20',
  '21-50',
  '51-100',
  '101-200',
  '201-500',
  '501-1000',
  '1001-2000',
  '2001-5000',
  '5001-10000',
  '10001+',
] as const

/** Leads per page. */
export const LEADS_PER_PAGE = 50

/** The minimum number of characters for suggestions, and the debounce delay in milliseconds. */
export const SUGGEST_MIN = 2
export const SUGGEST_DEBOUNCE = 500

/** The maximum number of contacts that one run can add. */
export const MAX_LEADS = 500
/** The maximum number of days, weeks or months between two runs. */
export const MAX_INTERVAL = 1000

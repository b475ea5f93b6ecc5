/** Most contacts that one run can add. */
export const MAX_LEADS = 500
/** Most days, weeks or months between two runs. */
export const MAX_INTERVAL = 1000

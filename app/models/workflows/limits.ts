/** Most contacts that one run adds. */
export const MAX_LEADS = 500
/** Most days, weeks or months between two runs. */
export const MAX_INTERVAL = 1000

/** Masks a stored key for display: only its last four characters are visible. */
export const maskKey = (key: string): string => `••••${key.slice(-4)}`

/** A stored key as it may be shown: its last four characters. */
export const maskKey = (key: string): string => `••••${key.slice(-4)}`

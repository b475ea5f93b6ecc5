/** "ann.lee@example.com" gets the name "Ann Lee". */
export function nameOf(email: string): string {
  const words = email
    .split('@')[0]!
    .split(/[._+-]+/)
    .filter(Boolean)
  return words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join(' ')
}

/** Whether a text is an address that an account may have. */
export const isAddress = (value: string) =>
  /^[^\s@<>(),;:"\\[\]]+@[^\s@<>(),;:"\\[\]]+\.[a-z0-9-]+$/i.test(value)

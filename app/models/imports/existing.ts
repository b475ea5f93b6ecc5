/** What an import does with contacts that exist already. In each case they join the list, and no stop is lifted. */
export const EXISTING = {
  skip: 'Leave their fields as they are',
  fill: 'Fill their empty fields',
  overwrite: 'Overwrite their fields with the file’s',
} as const
export type Existing = keyof typeof EXISTING
export const isExisting = (text: unknown): text is Existing =>
  typeof text === 'string' && Object.hasOwn(EXISTING, text)

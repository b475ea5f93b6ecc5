/** A `like` pattern that matches `text` anywhere. Wildcards in the text are escaped. */
export const containsPattern = (text: string) => `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`

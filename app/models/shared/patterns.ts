/** A `like` pattern that matches `text` anywhere. Wildcards in the text are escaped. */
export const anywhere = (text: string) => `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`

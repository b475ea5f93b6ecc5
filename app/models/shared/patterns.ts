/** `text` as a pattern of PostgreSQL's `like` that finds it anywhere, its own wildcards taken literally. */
export const anywhere = (text: string) => `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`

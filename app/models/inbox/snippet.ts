const LENGTH = 200

/** The first words of a text, in one line, as the list shows them. */
export const toSnippet = (text: string): string =>
  text
    .slice(0, 4 * LENGTH)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LENGTH)

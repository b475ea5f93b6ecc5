/** The `meta` of a screen: `export const meta = titled('Sequences')` shows "Sequences · Coldframe" in the browser's tab. */
export const titled = (title: string) => () => [{ title: `${title} · Coldframe` }]

/** The same for a title that comes from the loader: `meta = ({ data }) => titleOf(data?.name ?? 'Sequence')`. */
export const titleOf = (title: string) => titled(title)()

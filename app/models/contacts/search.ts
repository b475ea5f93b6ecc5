/** The minimum number of characters to search all contacts. Shorter texts are searched only in the newest 10,000. */
export const SHORTEST_SEARCH = 3

/** Characters from which a search reads all contacts; shorter texts are looked for in the newest 10,000. */
export const SHORTEST_SEARCH = 3

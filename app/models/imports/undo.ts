/** Days after which an import cannot be undone any more. */
export const UNDO_DAYS = 30

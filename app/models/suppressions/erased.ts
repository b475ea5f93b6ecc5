/** Replaces the address of an erased person. */
export const ERASED = 'erased'

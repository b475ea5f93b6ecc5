/** What stands where the address of an erased person stood. */
export const ERASED = 'erased'

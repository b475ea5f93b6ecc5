/** The header of a response to a script whose session has ended. */
export const SIGNED_OUT_HEADER = 'X-Signed-Out'

/** The header in which a page's script names the account that the page belongs to. */
export const ACCOUNT_HEADER = 'X-Account'

/** The field of a form that is only shown again: it was sent without a session, and may not be complete. */
export const RESUMED = 'resumed'
/** Its value if the form is to be saved at once, where that is possible. */
export const SAVE_RESUMED = 'save'

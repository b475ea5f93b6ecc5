import { redirect } from '@remix-run/node'

/** The root redirects to the email lists (specification document 1, section 2). */
export const loader = () => redirect('/personas')

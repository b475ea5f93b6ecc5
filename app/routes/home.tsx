import { redirect } from '@remix-run/node'

/** The root is the email lists' address (specification document 1, section 2). */
export const loader = () => redirect('/personas')

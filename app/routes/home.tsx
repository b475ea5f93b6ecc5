import { redirect } from '@remix-run/node'
import { page } from '~/http/page.server'
import { paths } from '~/paths'

/**
 * The root redirects to the email lists (specification document 1, section 2). A visitor who is signed out is asked to log in here, so that the
 * address of the log-in page names no other page to return to.
 */
export const loader = page(async () => redirect(paths.personas()))

import { redirect } from '@remix-run/node'
import { paths } from '~/paths'

/** A template URL without an id redirects to the list of templates. */
export const loader = () => redirect(paths.templates())

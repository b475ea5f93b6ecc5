import { redirect } from '@remix-run/node'
import { paths } from '~/paths'

/** A template's address without an id leads to the list of templates. */
export const loader = () => redirect(paths.templates())

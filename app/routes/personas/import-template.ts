import { page } from '~/http/page.server'
import { IMPORT_TEMPLATE } from '~/models/imports/columns'

/** A CSV file with only the headers, to start an import from. */
export const loader = page(
  async () =>
    new Response(IMPORT_TEMPLATE, {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': 'attachment; filename="contacts-template.csv"',
      },
    }),
)

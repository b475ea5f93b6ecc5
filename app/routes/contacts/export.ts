import { charge } from '~/http/budget.server'
import { page } from '~/http/page.server'
import { exportContact } from '~/models/contacts/export.server'

/** All data held about a contact, as a file. */
export const loader = page(async ({ app, db, userId, params }) => {
  await charge(app, userId, 'export')
  const held = await exportContact(db, userId, params.id!, await app.clock.now(), app.secrets)
  return new Response(`${JSON.stringify(held, null, 2)}\n`, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="contact-${params.id!}.json"`,
      'Cache-Control': 'no-store',
    },
  })
})

import { page } from '~/http/page.server'
import { readPreferences } from '~/http/preferences.server'
import { supportPage } from './support-page'

/** What the support chat's frame shows while no other address is configured. */
export const loader = page(async ({ user, request, args }) => {
  const { theme } = readPreferences(request)
  return new Response(supportPage({ email: user.email, theme, nonce: args.context.cspNonce }), {
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'private, no-store' },
  })
})

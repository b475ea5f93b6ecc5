import { page } from '~/http/page.server'
import { readPreferences } from '~/http/preferences.server'
import { getFirstSteps } from '~/models/onboarding/first-steps.server'
import { supportPage } from './support-page'

/** The page in the support chat's frame while no other address is configured. */
export const loader = page(async ({ db, userId, user, request, args }) => {
  const { theme } = readPreferences(request)
  const steps = await getFirstSteps(db, userId)
  const given = { email: user.email, theme, steps, nonce: args.context.cspNonce }
  return new Response(supportPage(given), {
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'private, no-store' },
  })
})

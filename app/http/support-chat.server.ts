import type { Env } from '../env.server'
import type { FirstSteps } from '../models/onboarding/first-steps'
import { paths } from '../paths'

/**
 * The support chat's page and its permissions. An external chat gets what chats need, but no access to the window around it. Our own
 * page needs no permissions and gets an opaque origin (`null`).
 * @param steps what our own page says of the first steps
 */
export function supportChat({ supportChatUrl }: Env, email: string, steps: FirstSteps | null = null) {
  const query = (url: URL) => {
    url.searchParams.set('language', 'en')
    url.searchParams.set('email', email)
    return url
  }
  if (!supportChatUrl) {
    const { pathname, search } = query(new URL(paths.supportPage(), 'http://here.invalid'))
    return {
      src: pathname + search,
      origin: 'null',
      sandbox: 'allow-scripts allow-top-navigation-by-user-activation',
      version: JSON.stringify(steps),
    }
  }
  const url = query(new URL(supportChatUrl))
  return {
    src: url.href,
    origin: url.origin,
    sandbox:
      'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads',
  }
}

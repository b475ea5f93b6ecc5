/** The application that is registered in Entra ID, and where Microsoft is reached. Base URLs are set for the sandbox and national clouds. */
export interface MicrosoftConfig {
  clientId: string
  clientSecret: string
  /** `common`, `organizations`, or the id of one tenant. */
  tenant: string
  /** Must match a registered address exactly. */
  redirectUri: string
  /** Where the browser is redirected; default Microsoft's own host. */
  authBaseUrl?: string
  /** Where codes and refresh tokens are exchanged; default `authBaseUrl`. */
  tokenBaseUrl?: string
  /** Microsoft Graph. */
  apiBaseUrl?: string
  /** The longest wait for one response of the token endpoint, in milliseconds; default 10 s. */
  timeoutMs?: number
}

/** The addresses that the product calls at Microsoft, or at its simulator. */
export interface MicrosoftHosts {
  authorize: string
  token: string
  /** The page on which an administrator allows the application for the whole organization. */
  adminConsent: string
  /** Microsoft Graph v1.0; ends without a slash. */
  graph: string
}

const LOGIN = 'https://login.microsoftonline.com'
const GRAPH = 'https://graph.microsoft.com'

/** Microsoft's own hosts, unless base URLs override them (learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow). */
export function microsoftHosts(
  config: Pick<MicrosoftConfig, 'tenant' | 'authBaseUrl' | 'tokenBaseUrl' | 'apiBaseUrl'>,
): MicrosoftHosts {
  const bare = (url: string) => url.replace(/(?<!\/)\/+$/, '')
  const auth = bare(config.authBaseUrl ?? LOGIN)
  const tenant = encodeURIComponent(config.tenant)
  return {
    authorize: `${auth}/${tenant}/oauth2/v2.0/authorize`,
    token: `${bare(config.tokenBaseUrl ?? auth)}/${tenant}/oauth2/v2.0/token`,
    // A personal account has no administrator: `common` and `organizations` both mean the organization of the person who opens the page.
    adminConsent: `${auth}/${tenant === 'common' ? 'organizations' : tenant}/adminconsent`,
    graph: `${bare(config.apiBaseUrl ?? GRAPH)}/v1.0`,
  }
}

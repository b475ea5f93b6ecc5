/** An OAuth client registered with the simulated Google. */
export interface GoogleClient {
  clientId: string
  clientSecret: string
  /** Compared exactly, as Google does. */
  redirectUris: string[]
}

/** The only client that the sandbox registers: the product itself, with both of its callbacks. */
export const sandboxClient = (publicBaseUrl: string): GoogleClient => ({
  clientId: 'sandbox-client',
  clientSecret: 'sandbox-secret',
  redirectUris: [`${publicBaseUrl}/api/gmail/callback`, `${publicBaseUrl}/api/auth/google/callback`],
})

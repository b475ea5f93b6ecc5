/** An application registered in the simulated Entra ID. */
export interface MicrosoftClient {
  clientId: string
  clientSecret: string
  /** Compared exactly, as Microsoft does. */
  redirectUris: string[]
}

/** The only application that the sandbox registers: the product itself. */
export const sandboxApplication = (publicBaseUrl: string): MicrosoftClient => ({
  clientId: 'sandbox-application',
  clientSecret: 'sandbox-secret',
  redirectUris: [`${publicBaseUrl}/api/microsoft/callback`],
})

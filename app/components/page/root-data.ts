import { useRouteLoaderData } from '@remix-run/react'

/** The user's theme; `system` follows the device. */
type Theme = 'light' | 'dark' | 'system'

/** The root loader's data for every screen. */
export interface RootData {
  sandbox: boolean
  theme: Theme
  /** The pending toast, shown once. */
  toast: { track?: 'SIGN_UP' } | null
}

/** The root loader's data, from anywhere; null while an error of the root itself is shown. */
export const useRootData = () => (useRouteLoaderData('root') as RootData | undefined) ?? null

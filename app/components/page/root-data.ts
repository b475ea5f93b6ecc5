import { useRouteLoaderData } from '@remix-run/react'

/** The theme a user chose; `system` follows the device. */
export type Theme = 'light' | 'dark' | 'system'

/** What the root loader gives to every screen. */
export interface RootData {
  sandbox: boolean
  theme: Theme
  /** What just happened, once. */
  toast: { track?: 'SIGN_UP' } | null
}

/** The root loader's data, from anywhere; null while an error of the root itself is shown. */
export const useRootData = () => (useRouteLoaderData('root') as RootData | undefined) ?? null

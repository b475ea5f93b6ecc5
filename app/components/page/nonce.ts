import { createContext, useContext } from 'react'

/** The nonce of this response's Content-Security-Policy; only the server knows it. */
export const NonceContext = createContext<string | undefined>(undefined)

/** The nonce for inline scripts; undefined in the browser, where scripts have already run. */
export const useNonce = () => useContext(NonceContext)

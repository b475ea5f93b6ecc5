import { type Context, createContext, useContext } from 'react'

/** State that parts of the shell share; null outside of its provider. */
export const createShared = <T extends object>(): Context<T | null> => createContext<T | null>(null)

/**
 * What the nearest provider of `context` gives.
 * @param name what the state is called
 * @throws Error outside of a provider, naming the one that is missing
 */
export function useShared<T extends object>(context: Context<T | null>, name: string): T {
  const shared = useContext(context)
  if (!shared)
    throw new Error(`use${name} must be used within ${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name}Provider`)
  return shared
}

import { type Context, createContext, useContext } from 'react'

/** State shared by parts of the shell; null outside its provider. */
export const createShared = <T extends object>(): Context<T | null> => createContext<T | null>(null)

/**
 * The value of the nearest provider of `context`.
 * @param name the name of the state
 * @throws Error outside a provider, naming the missing one
 */
export function useShared<T extends object>(context: Context<T | null>, name: string): T {
  const shared = useContext(context)
  if (!shared)
    throw new Error(`use${name} must be used within ${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name}Provider`)
  return shared
}

import { useState } from 'react'
import { ONCE } from '~/models/shared/forms/once'

/** 128 random bits. Works without https, too. */
const newToken = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/** The hidden field of a form that creates something: submitted twice, it creates one. See the `once` option of form actions. */
export function OnceField() {
  const [token] = useState(newToken)
  // The server's token stays.
  return <input type="hidden" name={ONCE} defaultValue={token} suppressHydrationWarning />
}

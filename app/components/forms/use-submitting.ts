import { useNavigation } from '@remix-run/react'

/**
 * Whether a form is on its way: from the press of its button until the next screen is there.
 * @param field a name and value that tell the form from others of the screen, such as `intent`
 */
export function useSubmitting(field?: { name: string; value: string }): boolean {
  const { state, formMethod, formData } = useNavigation()
  if (state === 'idle' || formMethod !== 'POST') return false
  return !field || formData?.get(field.name) === field.value
}

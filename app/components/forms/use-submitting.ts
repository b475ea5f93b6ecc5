import { useNavigation } from '@remix-run/react'

/**
 * Whether a form is being submitted: from the press of its button until the next screen is shown.
 * @param field a name and value that identify the form on its screen, such as `intent`
 */
export function useSubmitting(field?: { name: string; value: string }): boolean {
  const { state, formMethod, formData } = useNavigation()
  if (state === 'idle' || formMethod !== 'POST') return false
  return !field || formData?.get(field.name) === field.value
}

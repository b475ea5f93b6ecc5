import { useFetchers } from '@remix-run/react'

/**
 * What the last form sent to `path` asks for, while it is on its way: it is shown until the answer is there. The form is one
 * that does not navigate, its route's clientAction is `staying`.
 */
export const useAsked = (path: string): FormData | undefined =>
  useFetchers().findLast(({ formAction }) => formAction === path)?.formData

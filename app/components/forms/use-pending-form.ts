import { useFetchers } from '@remix-run/react'

/**
 * The last form submitted to `path`, while it is pending: its values are shown until the response arrives. The form does not navigate,
 * and its route's clientAction is `inPlaceClientAction`.
 */
export const usePendingForm = (path: string): FormData | undefined =>
  useFetchers().findLast(({ formAction }) => formAction === path)?.formData

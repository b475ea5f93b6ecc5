import { useFetcher, useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useHydrated } from '~/components/ui/use-hydrated'
import { paths } from '~/paths'

/** The fetcher of one preference, shared by its form and by components that show the choice before it is saved. */
export const usePreference = (name: 'sidebar' | 'theme') => {
  const fetcher = useFetcher({ key: `preference-${name}` })
  return { fetcher, pending: fetcher.formData?.get(name) ?? null }
}

/** A form that saves a preference: immediately with scripts, by a redirect without. */
export function PreferenceForm({
  name,
  className,
  children,
}: {
  name: 'sidebar' | 'theme'
  className?: string
  children: ReactNode
}) {
  const { fetcher } = usePreference(name)
  const { pathname, search } = useLocation()
  const hydrated = useHydrated()
  return (
    <fetcher.Form method="post" action={paths.preferences()} className={className}>
      {!hydrated && <input type="hidden" name="redirectTo" value={pathname + search} />}
      {children}
    </fetcher.Form>
  )
}

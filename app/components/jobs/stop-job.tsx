import { Form, useLocation } from '@remix-run/react'
import { Button } from '~/components/ui/button'
import { useHydrated } from '~/components/ui/use-hydrated'
import { paths } from '~/paths'

export interface StopJobProps {
  jobId: string
  /** What it stops: `Stop the import`. */
  label: string
}

/** Stops a running job; what was done stays. */
export function StopJob({ jobId, label }: StopJobProps) {
  const { pathname, search } = useLocation()
  const hydrated = useHydrated()
  return (
    <Form method="post" action={paths.stopJob(jobId)} navigate={false}>
      {!hydrated && <input type="hidden" name="redirectTo" value={pathname + search} />}
      <Button size="sm" aria-label={label}>
        Stop
      </Button>
    </Form>
  )
}

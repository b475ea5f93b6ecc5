import { useFetcher, useLocation, useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'
import { ReloadWithoutScripts } from '~/components/imports/progress'
import { Button, Spinner } from '~/components/ui/button'
import { ProgressBar } from '~/components/ui/progress-bar'
import { useHydrated } from '~/components/ui/use-hydrated'
import type { SampleData } from '~/models/onboarding/sample-data'
import { SAMPLE_DAYS, SAMPLE_PARTS } from '~/models/onboarding/sample-data'
import { paths } from '~/paths'

/** Milliseconds between two polls of the progress. */
const EVERY = 2000

const CARD =
  'mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-lg border border-line bg-surface px-4 py-3 shadow-card sm:px-5'

export interface SampleDataCardProps {
  /** Null offers to load it. */
  sample: Pick<SampleData, 'status' | 'done' | 'error'> | null
}

/** Offers sample data to an empty sandbox account and shows the progress. Leaving the page does not stop it. */
export function SampleDataCard({ sample }: SampleDataCardProps) {
  const { pathname, search } = useLocation()
  const hydrated = useHydrated()
  const { Form, state } = useFetcher({ key: 'sample-data' })
  const isRunning = sample?.status === 'running'
  useLook(isRunning)
  if (isRunning) {
    return (
      <aside aria-label="Sample data" className={CARD}>
        <ReloadWithoutScripts />
        <p className="flex grow-999 items-center gap-2 text-sm">
          <Spinner />
          <span>
            <strong className="font-semibold">Loading sample data.</strong> You can leave this page.
          </span>
        </p>
        <div className="grow basis-48">
          <ProgressBar label="Sample data" value={sample.done} max={SAMPLE_PARTS} />
        </div>
      </aside>
    )
  }
  return (
    <aside aria-label="Sample data" className={CARD}>
      <p className="min-w-0 flex-1 basis-64 text-sm text-muted">
        {sample ? (
          <>
            <strong className="font-semibold text-ink">Loading sample data failed.</strong>{' '}
            <span className="break-words">{sample.error}.</span> What was loaded is kept; try again to
            continue.
          </>
        ) : (
          <>
            <strong className="font-semibold text-ink">Look around first?</strong> Three mailboxes, 60
            contacts and two running sequences with {SAMPLE_DAYS} days of emails and replies. This moves the
            sandbox’s clock {SAMPLE_DAYS} days ahead.
          </>
        )}
      </p>
      <Form method="post" action={paths.sampleData()}>
        {!hydrated && <input type="hidden" name="redirectTo" value={pathname + search} />}
        <input type="hidden" name="load" value="yes" />
        <Button size="sm" disabled={state !== 'idle'}>
          {sample ? 'Try again' : 'Load sample data'}
        </Button>
      </Form>
    </aside>
  )
}

/** Reloads the screen's data every few seconds while something is in progress. */
function useLook(isRunning: boolean) {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (!isRunning || state !== 'idle') return
    const timer = setTimeout(revalidate, EVERY)
    return () => clearTimeout(timer)
  }, [isRunning, state, revalidate])
}

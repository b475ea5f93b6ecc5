import { useRevalidator } from '@remix-run/react'
import { type JobState, useJob } from '~/components/jobs/use-job'
import { showImportEnd } from './import-end'
import { LOOKS } from './import-words'

/** How an import starts, as far as is known where its dialog was closed. */
const UNDER_WAY: JobState = {
  status: 'processing',
  progress: { current: 0, total: 0, added: 0, skipped: 0, failed: 0 },
  error: null,
}

export interface FollowImportProps {
  jobId: string
  /** Called when it has ended. */
  onEnded(): void
}

/** Follows an import whose dialog was closed: leads that it added stop offering a reveal as soon as it has ended. */
export function FollowImport({ jobId, onEnded }: FollowImportProps) {
  const { revalidate } = useRevalidator()
  useJob(
    jobId,
    UNDER_WAY,
    (state) => {
      showImportEnd(state)
      revalidate()
      onEnded()
    },
    LOOKS.all,
  )
  return null
}

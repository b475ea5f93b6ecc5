import { useRevalidator } from '@remix-run/react'
import { type JobState, useJob } from '~/components/jobs/use-job'
import { showImportEnd } from './import-end'
import { LOOKS } from './import-words'

/** The assumed state of an import when its dialog is closed. */
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

/** Polls an import whose dialog was closed: the leads that it added no longer offer a reveal once it has ended. */
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

import { useMatches } from '@remix-run/react'
import type { FirstSteps } from '~/models/onboarding/first-steps'
import { FirstStepsCard } from './first-steps-card'
import { SampleDataCard, type SampleDataCardProps } from './sample-data-card'

/** The screens that show it: the lists where the first steps happen, also below their dialogs. */
const SCREENS = new Set([
  'routes/personas/list',
  'routes/contacts/list',
  'routes/sequences/list',
  'routes/log/email-sending',
  'routes/mailboxes/gmail',
])

export interface WelcomeProps {
  /** Null once done or dismissed. */
  steps: FirstSteps | null
  /** Undefined if sample data does not apply. */
  sample: SampleDataCardProps['sample'] | undefined
}

/** The cards above the lists for new users. */
export function Welcome({ steps, sample }: WelcomeProps) {
  if (!useMatches().some(({ id }) => SCREENS.has(id))) return null
  return (
    <>
      {steps && <FirstStepsCard steps={steps} />}
      {sample !== undefined && <SampleDataCard sample={sample} />}
    </>
  )
}

import { useMatches } from '@remix-run/react'
import type { FirstSteps } from '~/models/onboarding/first-steps'
import { FirstStepsCard } from './first-steps-card'
import { SampleDataCard, type SampleDataCardProps } from './sample-data-card'

/** The screens that show it: the lists where the first steps are done, also below their dialogs. */
const SCREENS = new Set([
  'routes/personas/list',
  'routes/contacts/list',
  'routes/sequences/list',
  'routes/log/email-sending',
  'routes/mailboxes/gmail',
])

export interface WelcomeProps {
  /** Null once they are done or dismissed. */
  steps: FirstSteps | null
  /** Undefined where there is nothing to say of sample data. */
  sample: SampleDataCardProps['sample'] | undefined
}

/** What stands at the head of the lists until a new user knows the way. */
export function Welcome({ steps, sample }: WelcomeProps) {
  if (!useMatches().some(({ id }) => SCREENS.has(id))) return null
  return (
    <>
      {steps && <FirstStepsCard steps={steps} />}
      {sample !== undefined && <SampleDataCard sample={sample} />}
    </>
  )
}

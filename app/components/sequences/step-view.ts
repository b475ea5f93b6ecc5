import type { ReactNode } from 'react'
import type { TimedStep } from '~/models/sequences/flow/links'
import type { StepDraft } from '~/models/sequences/step-draft'
import type { Variant } from '~/models/sequences/variants/variants'
import type { LoadedEdit } from '~/models/shared/forms/edits'

/** A step as its card and its form show it. */
export interface StepView extends TimedStep {
  name: string
  sendHour: number
  sendMinute: number
  templateId: string | null
  /** None for other steps than Send Email. */
  variants: readonly Variant[]
  skipWeekends: boolean
  sameThread: boolean
  personaId: string | null
}

export interface StepCardProps {
  sequence: { id: string; timezone: string; useContactTimezone: boolean }
  step: StepView
  steps: readonly StepView[]
  /** Names of templates and lists by id. */
  names: Record<string, string>
  /** Other sequences that enroll contacts added to the step's list. */
  triggers: string[]
  position: number
  /** How long after what it comes; see momentsOf. */
  moment?: string
  /** In edit mode the form's route is shown in the card. */
  editing: boolean
  /** The drag handle. */
  handle: ReactNode
  /** While it is dragged. */
  lifted: boolean
}

interface Choice {
  id: string
  name: string
}

/** An email list, and the other sequences that enroll contacts added to it. */
interface ListChoice extends Choice {
  triggers: string[]
}

export interface StepFormProps {
  /** The sequence. */
  id: string
  /** The initial values of the fields; a new step has no id. */
  step: Partial<StepView> & Pick<StepView, 'stepType' | 'order'>
  steps: StepView[]
  templates: Choice[]
  personas: ListChoice[]
  /** The time zone of the send time, in words. */
  timezone: string
  /** The form's own URL without a query: dialogs over it have URLs below it. */
  at: string
  /** The form's values when a dialog was opened over it. */
  draft: StepDraft | null
  /** What the form of an existing step is loaded with. */
  loaded?: LoadedEdit
  /** The field that the dialog has just set. */
  chosen: string | null
  /** The form that this new step is created for, as a draft. */
  outer: string | null
  /** Further fields that the form and its drafts pass on: the place of a new step, the view of the steps. */
  hidden?: Record<string, string>
  response: unknown
  closeTo: string
  /** In a card, not in a dialog. */
  inPlace?: boolean
  /** Between Cancel and the submit button: Back. */
  extra?: ReactNode
  submit: string
  busy: string
  /** The message for a failed save: "Failed to …". */
  failure: string
}

import type { ReactNode } from 'react'
import type { StepDraft } from '~/models/sequences/step-draft'
import type { StepLike } from './step-words'

/** A step as its card and its form show it. */
export interface StepView extends StepLike {
  delayDays: number
  sendHour: number
  sendMinute: number
  reactionWindowHours: number
  reactionWindowMinutes: number
  templateId: string | null
  skipWeekends: boolean
  sameThread: boolean
  notOpenedWaitDays: number
  openedNoReplyWaitDays: number
  repliedWaitDays: number
  waitValue: number | null
  waitUnit: 'hours' | 'days' | null
  personaId: string | null
}

export interface StepCardProps {
  sequence: { id: string; timezone: string }
  step: StepView
  steps: readonly StepView[]
  side: readonly string[]
  /** Names by id. */
  templateName?: string
  personaName?: string
  /** Other sequences that enroll whoever joins the step's list. */
  triggers: string[]
  position: number
  /** In edit mode: the route of the form shows in the card. */
  editing: boolean
  /** What it is dragged by. */
  handle: ReactNode
  /** While it is held. */
  lifted: boolean
}

export interface Choice {
  id: string
  name: string
}

/** An email list, and the other sequences that enroll whoever joins it. */
export interface ListChoice extends Choice {
  triggers: string[]
}

export interface StepFormProps {
  /** The sequence. */
  id: string
  /** What the fields show first; a new step has no id. */
  step: Partial<StepView> & Pick<StepView, 'stepType' | 'order'>
  steps: StepView[]
  side: string[]
  templates: Choice[]
  personas: ListChoice[]
  timezone: string
  /** The form's own address, without a search: dialogs over it are below it. */
  at: string
  /** What the form held when a dialog was opened over it. */
  draft: StepDraft | null
  /** The field that the dialog has just given its value. */
  chosen: string | null
  /** The form that this new step is made for, as a draft. */
  outer: string | null
  answer: unknown
  closeTo: string
  /** In a card, not in a dialog. */
  inPlace?: boolean
  /** Between Cancel and the submit button: Back. */
  extra?: ReactNode
  submit: string
  busy: string
  /** What did not work when saving fails: "Failed to …". */
  failure: string
}

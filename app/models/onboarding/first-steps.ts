import { paths } from '~/paths'

/** Which steps toward the first sequence a new user has done. */
export interface FirstSteps {
  mailbox: boolean
  /** An email list with at least one contact. */
  list: boolean
  template: boolean
  sequence: boolean
  activation: boolean
}

/** The items of the checklist in order, each with its screen. */
export const FIRST_STEPS: { name: keyof FirstSteps; label: string; to: string }[] = [
  { name: 'mailbox', label: 'Add a mailbox', to: paths.gmail() },
  { name: 'list', label: 'Fill an email list', to: paths.personas() },
  { name: 'template', label: 'Write a template', to: paths.templateList() },
  { name: 'sequence', label: 'Set up a sequence', to: paths.sequences() },
  { name: 'activation', label: 'Activate it', to: paths.sequences() },
]

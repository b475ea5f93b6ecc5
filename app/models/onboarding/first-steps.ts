import { paths } from '~/paths'

/** What a new user has done on the way to the first sequence. */
export interface FirstSteps {
  mailbox: boolean
  /** An email list with at least one contact. */
  list: boolean
  template: boolean
  sequence: boolean
  activation: boolean
}

/** The items of the checklist in their order, each with the screen where it is done. */
export const FIRST_STEPS: { name: keyof FirstSteps; label: string; to: string }[] = [
  { name: 'mailbox', label: 'Add a mailbox', to: paths.gmail() },
  { name: 'list', label: 'Fill an email list', to: paths.personas() },
  { name: 'template', label: 'Write a template', to: paths.templateList() },
  { name: 'sequence', label: 'Set up a sequence', to: paths.sequences() },
  { name: 'activation', label: 'Activate it', to: paths.sequences() },
]

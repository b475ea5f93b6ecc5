import { z } from 'zod'
import type { ContactsChoice } from './uses'

const force = z
  .enum(['true', 'false'], 'force has an unknown value')
  .optional()
  .transform((text) => text === 'true')
  .meta({ description: 'true: deletes or unlinks it although it is in use' })

/** The confirmation of a deletion of something in use, where there is nothing to choose. */
export const Confirmed = z.object({ force })

const choiceOf = <const T extends readonly ContactsChoice[]>(choices: T, description: string) =>
  z.enum(choices, 'contacts has an unknown value').optional().meta({ description })

/** The same for an email list, or its link to a sequence. */
export const MembersChoice = z.object({
  force,
  contacts: choiceOf(
    ['hold', 'stop', 'goOn'],
    'What becomes of contacts in progress: hold pauses them, stop ends them, goOn changes nothing. It confirms, as force does',
  ),
})

/** The same for a template. */
export const TemplateUsesChoice = z.object({
  force,
  contacts: choiceOf(
    ['hold', 'stop'],
    'What becomes of contacts whose next email uses it: hold lets them wait for another template, stop ends them. It confirms, as force does',
  ),
})

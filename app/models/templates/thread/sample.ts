import { CONTACT_VARIABLES, type ContactVariable } from '~/models/contacts/variables'
import { parseVariables } from '~/models/shared/variables'
import type { PreviewRequest } from '../template'

/** The sample contact of previews. */
export const SAMPLE_CONTACT = Object.fromEntries(
  CONTACT_VARIABLES.map(({ field, sample }) => [field, sample]),
) as Record<ContactVariable['field'], string>

/** The parts that a mailbox adds to its emails. */

/** All texts of an email in one. */
export const allTexts = ({ subject, htmlBody, plainTextBody }: PreviewRequest) =>
  `${subject}\n${htmlBody}\n${plainTextBody ?? ''}`

/** In a preview, a field of the user's own shows its variable. */
export function sampleColumns(text: string): Record<string, string> {
  const parsed = parseVariables(text)
  if ('problem' in parsed) return {}
  return Object.fromEntries(
    parsed.parts.flatMap((part) => (typeof part === 'string' ? [] : [[part.variable, `[${part.variable}]`]])),
  )
}

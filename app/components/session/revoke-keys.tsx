import { CheckboxField } from '~/components/forms/checkbox-field'
import type { AnyField } from '~/components/forms/field'

/** The box is ticked at first: who knew the old password may have made a key. */
export const REVOKE_KEYS = { revokeKeys: 'on' }

/** Asks, with a new password, whether the API keys end with the old one. Nothing if there are none. */
export const RevokeKeys = ({ field, names }: { field: AnyField; names: string[] }) =>
  names.length > 0 && (
    <CheckboxField
      field={field}
      label={names.length === 1 ? 'Revoke the API key' : `Revoke the ${names.length} API keys`}
      hint={`Programs that use ${names.length === 1 ? 'it' : 'them'} are refused from then on: ${listed(names)}.`}
    />
  )

/** Names shown at most. */
const SHOWN = 5

const listed = (names: string[]): string =>
  names.length > SHOWN
    ? `${names.slice(0, SHOWN).join(', ')} and ${names.length - SHOWN} more`
    : names.join(', ')

/** What came of it, for a message; empty if no key ended. */
export const revokedWords = (revoked: number): string =>
  revoked === 0 ? '' : revoked === 1 ? '1 API key was revoked.' : `${revoked} API keys were revoked.`

import type { FieldsOf } from '~/components/forms/field'
import { TextField } from '~/components/forms/text-field'
import { MAILBOX_PARTS } from './edits'

interface LoginFieldsProps {
  fields: FieldsOf<'username' | 'password'>
  /** A password is stored; leaving the field empty keeps it. */
  stored: boolean
  /** The form was refused: without scripts everything except the password is still filled in. */
  refused: boolean
}

/** The login for both servers. */
export function LoginFields({ fields, stored, refused }: LoginFieldsProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-semibold">Login</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          field={fields.username}
          label={MAILBOX_PARTS.username}
          optional={!stored}
          maxLength={254}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          hint={stored ? undefined : 'Leave it empty to use the address above.'}
        />
        <TextField
          field={fields.password}
          label="Password"
          type="password"
          required={!stored}
          maxLength={1000}
          autoComplete="new-password"
          hint={passwordHint(stored, refused)}
        />
      </div>
    </fieldset>
  )
}

function passwordHint(stored: boolean, refused: boolean) {
  if (refused) return 'If it is empty, enter it again: passwords are never sent back to the browser.'
  return stored ? 'Leave it empty to keep the stored one.' : 'Often an app password. It is stored encrypted.'
}

import { z } from 'zod'
import { yesNo } from '~/models/shared/fields'
import { isTimezone } from '~/models/shared/timezone'
import { normalize } from '~/normalize'

const email = z
  .string({ error: 'Invalid email address' })
  .trim()
  .max(254, 'Invalid email address')
  .pipe(z.email('Invalid email address'))

/** At most 200 characters, in Unicode NFC (NIST SP 800-63B, 3.1.1.2). */
const password = (min: number, short: string) =>
  z
    .string({ error: short })
    .max(200, 'Password must be at most 200 characters')
    .transform((text) => normalize(text, 'NFC'))
    .refine((text) => text.length >= min, short)

/** A password once more; a longer one cannot be the same. */
const confirmation = (missing: string, different: string) =>
  z.string({ error: missing }).min(1, missing).max(200, different)

const timezone = z
  .string()
  .max(100)
  .optional()
  .transform((zone) => (zone && isTimezone(zone) ? zone : undefined))

export const Login = z.object({
  email,
  password: z
    .string({ error: 'Password is required' })
    .min(1, 'Password is required')
    .max(200, 'Password must be at most 200 characters')
    .transform((text) => normalize(text, 'NFC')),
})
export type Login = z.output<typeof Login>

export const Registration = z.object({
  email,
  password: password(8, 'Password must be at least 8 characters'),
  fullName: z
    .string({ error: 'Full name is required' })
    .trim()
    .min(1, 'Full name is required')
    .max(200, 'Full name must be at most 200 characters'),
  /** From the browser. */
  timezone,
})
export type Registration = z.output<typeof Registration>

/** What a visitor sends to create an account. */
export const SignUp = Registration.extend({
  /** The token of an invitation's link. */
  invitation: z.string().max(200, 'Invalid invitation').optional(),
})
export type SignUp = z.output<typeof SignUp>

/** Whether the API keys end with the old password: who knew it may have made one. */
const revokeKeys = yesNo.transform((revoke) => revoke ?? true)
/** The same of a form: a box that is not ticked is absent. */
const revokeKeysBox = yesNo.transform((revoke) => revoke ?? false)

export const ForgotPassword = z.object({ email })

/** The link that confirms an address. */
export const ConfirmAddress = z.object({ token: z.string().max(200).default('') })

export const ResetPassword = z.object({
  token: z
    .string({ error: 'Reset token is required' })
    .min(1, 'Reset token is required')
    .max(200, 'Invalid reset token'),
  newPassword: password(8, 'Password must be at least 8 characters'),
  revokeKeys,
})
export type ResetPassword = z.output<typeof ResetPassword>

/** Whether a confirmation, if there is one, is the new password. */
const isConfirmed = (input: { newPassword: string; confirmPassword?: string }) =>
  input.confirmPassword === undefined || input.newPassword === normalize(input.confirmPassword, 'NFC')

/** The form, with a confirmation. */
export const ResetPasswordForm = ResetPassword.extend({
  confirmPassword: confirmation('Please confirm your password', 'Passwords do not match'),
  revokeKeys: revokeKeysBox,
}).refine(isConfirmed, { path: ['confirmPassword'], message: 'Passwords do not match' })

/** The call: the confirmation is the form's, and is compared if it is sent. */
export const ResetPasswordCall = ResetPassword.extend({
  confirmPassword: ResetPasswordForm.shape.confirmPassword.optional(),
}).refine(isConfirmed, { path: ['confirmPassword'], message: 'Passwords do not match' })

export const ChangePassword = z.object({
  currentPassword: z
    .string({ error: 'Current password is required' })
    .min(1, 'Current password is required')
    .max(200, 'Password must be at most 200 characters')
    .transform((text) => normalize(text, 'NFC')),
  newPassword: password(6, 'New password must be at least 6 characters long'),
  revokeKeys,
})
export type ChangePassword = z.output<typeof ChangePassword>

export const ChangePasswordForm = ChangePassword.extend({
  confirmPassword: confirmation('New passwords do not match', 'New passwords do not match'),
  revokeKeys: revokeKeysBox,
}).refine(isConfirmed, { path: ['confirmPassword'], message: 'New passwords do not match' })

export const ChangePasswordCall = ChangePassword.extend({
  confirmPassword: ChangePasswordForm.shape.confirmPassword.optional(),
}).refine(isConfirmed, { path: ['confirmPassword'], message: 'New passwords do not match' })

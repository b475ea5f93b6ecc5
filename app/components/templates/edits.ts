import type { EditWords } from '~/components/forms/edits'
import type { EditParts, EditValues } from '~/models/shared/forms/edits'

/** The fields of a template's form, with their labels. A design belongs to the HTML that was generated from it. */
export const TEMPLATE_PARTS = {
  name: 'Template Name',
  subject: 'Subject',
  body: { label: 'Body', fields: ['templateType', 'htmlBody', 'builderJson'] },
  plainTextBody: 'Plain Text Body',
} satisfies EditParts

interface StoredTemplate {
  name: string
  subject: string
  htmlBody: string
  plainTextBody: string | null
  templateType: string
  builderJson: unknown
}

/** The stored values of a template's form. */
export const templateValues = (template: StoredTemplate): EditValues => ({
  name: template.name,
  subject: template.subject,
  templateType: template.templateType,
  htmlBody: template.htmlBody,
  builderJson: template.builderJson ? JSON.stringify(template.builderJson) : '',
  plainTextBody: template.plainTextBody ?? '',
})

/** Of a body, its HTML is shown. */
export const templateWords: EditWords = (field) =>
  field === 'templateType' || field === 'builderJson' ? null : undefined

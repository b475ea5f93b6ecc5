import { Form } from '@remix-run/react'
import { Eye } from 'lucide-react'
import { Button } from './button'
import { FormErrors } from './form-errors'
import { MailFrame } from './mail-frame'
import { type PlainAnswer, usePlainForm } from './plain-form'
import { CancelLink, DialogActions } from './route-dialog'
import { TextareaField, TextField } from './text-field'
import { useSubmitting } from './use-submitting'

/** A template as a sample person would get it. */
export interface TemplatePreview {
  subject: string
  htmlBody: string
  sampleContact: { firstName: string; lastName: string; email: string }
}

export interface TemplateFormProps {
  /** The template that is edited. */
  template?: {
    name: string
    subject: string
    htmlBody: string
    plainTextBody: string | null
    templateType: string
  }
  /** What the action answered to a refused save, or to Preview. */
  answer?: PlainAnswer & { preview?: TemplatePreview }
  closeTo: string
}

/** The editor of a template: Save Template stores it, Preview only shows it. */
export function TemplateForm({ template, answer, closeTo }: TemplateFormProps) {
  const { form, field, errors } = usePlainForm(answer, {
    name: template?.name,
    subject: template?.subject,
    htmlBody: template?.htmlBody,
    plainTextBody: template?.plainTextBody ?? undefined,
  })
  const saving = useSubmitting({ name: 'intent', value: 'save' })
  const previewing = useSubmitting({ name: 'intent', value: 'preview' })
  return (
    <Form ref={form} method="post" noValidate preventScrollReset className="space-y-4">
      {/* The first button of a form is what Enter presses. */}
      <button type="submit" name="intent" value="save" className="sr-only" tabIndex={-1} aria-hidden="true">
        Save
      </button>
      <input type="hidden" name="templateType" value={template?.templateType ?? 'html'} />
      <FormErrors errors={errors} />
      {answer?.preview && <Preview {...answer.preview} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField field={field('name')} label="Template Name" placeholder="First contact" required />
        <TextField
          field={field('subject')}
          label="Subject"
          placeholder="A question about {{company_name}}"
          required
        />
      </div>
      <TextareaField field={field('htmlBody')} label="HTML Body" mono rows={10} spellCheck={false} required />
      <TextareaField
        field={field('plainTextBody')}
        label="Plain Text Body"
        hint="For mail programs that show no HTML. Left empty, it is made from the HTML."
        optional
        mono
        rows={4}
      />
      <div>
        <p className="mb-1.5 text-sm font-medium">Available Variables</p>
        <VariableList />
      </div>
      <DialogActions>
        <CancelLink to={closeTo} />
        <Button
          name="intent"
          value="preview"
          icon={<Eye aria-hidden="true" />}
          busy={previewing && 'Rendering...'}
        >
          Preview
        </Button>
        <Button variant="primary" name="intent" value="save" busy={saving && 'Saving...'}>
          Save Template
        </Button>
      </DialogActions>
    </Form>
  )
}

function Preview({ subject, htmlBody, sampleContact }: TemplatePreview) {
  return (
    <section aria-label="Preview" className="rounded-lg border border-line bg-sunken p-3">
      <p className="mb-2 text-sm break-words">
        <span className="text-muted">Subject:</span> <span className="font-medium">{subject}</span>
      </p>
      <MailFrame html={htmlBody} title="Preview of the email" />
      <p className="mt-2 text-xs break-words text-muted">
        Sample data: {sampleContact.firstName} {sampleContact.lastName}, {sampleContact.email}. Nothing is
        saved yet.
      </p>
    </section>
  )
}

const variables = [
  { name: '{{first_name}}', what: 'first name' },
  { name: '{{last_name}}', what: 'last name' },
  { name: '{{name}}', what: 'full name' },
  { name: '{{company_name}}', what: 'company' },
  { name: '{{unsubscribe_url}}', what: 'unsubscribe link' },
]

/** The variables that a template can use. */
export function VariableList() {
  return (
    <div className="text-sm">
      <p className="mb-1.5 text-xs text-muted">
        Give a default for what a contact may lack:{' '}
        <code className="font-mono text-ink">{'{{first_name | default: "there"}}'}</code>
      </p>
      <ul className="flex flex-wrap gap-1.5">
        {variables.map(({ name, what }) => (
          <li key={name} className="rounded-md border border-line bg-sunken px-2 py-0.5 text-xs">
            <code className="font-mono">{name}</code> <span className="text-muted">{what}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

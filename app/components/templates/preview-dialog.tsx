import { NestedDialog, type NestedDialogProps } from '~/components/ui/dialog/nested-dialog'
import type { MailFinding } from '~/models/templates/preflight'
import { Findings } from './findings'
import { RenderedMail } from './rendered-mail'

/** A template rendered for the sample contact. */
export interface TemplatePreview {
  subject: string
  htmlBody: string
  plainTextBody: string
  sampleContact: { firstName: string; lastName: string; email: string }
  findings: MailFinding[]
}

export interface PreviewDialogProps extends Pick<NestedDialogProps, 'onClose' | 'returnTo'> {
  preview: TemplatePreview | null
}

/** Renders the template in the editor before it is saved. */
export function PreviewDialog({ preview, ...dialog }: PreviewDialogProps) {
  return (
    <NestedDialog title="Preview" open={preview !== null} wide {...dialog}>
      {preview && (
        <div className="space-y-4">
          <p className="text-sm break-words">
            <span className="text-muted">Subject:</span>{' '}
            <span className="font-medium">{preview.subject}</span>
          </p>
          <RenderedMail html={preview.htmlBody} text={preview.plainTextBody} />
          <section aria-label="Delivery check">
            <h4 className="mb-2 text-sm font-semibold">Delivery check</h4>
            <Findings findings={preview.findings} />
          </section>
          <p className="text-xs break-words text-muted">
            Sample data: {preview.sampleContact.firstName} {preview.sampleContact.lastName},{' '}
            {preview.sampleContact.email}. Nothing is saved yet.
          </p>
        </div>
      )}
    </NestedDialog>
  )
}

import { getFormProps } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { type ActionResponse, useActionForm } from '~/components/forms/action-form'
import { type Edit, EditFields } from '~/components/forms/edits'
import { changed, together } from '~/components/forms/field'
import { OnceField } from '~/components/forms/once'
import { TextareaField, TextField } from '~/components/forms/text-field'
import { useSubmitting } from '~/components/forms/use-submitting'
import { useUnsavedGuard } from '~/components/forms/use-unsaved-guard'
import { Button } from '~/components/ui/button'
import { CancelLink, DialogActions } from '~/components/ui/dialog/route-dialog'
import { Disclosure } from '~/components/ui/disclosure'
import { FormErrors } from '~/components/ui/form-errors'
import { Eye, Send } from '~/components/ui/icons'
import { useHydrated } from '~/components/ui/use-hydrated'
import type { AiField } from './ai-dialog'
import { BodyFields } from './body-fields'
import { TEMPLATE_PARTS, templateWords } from './edits'
import { usePane } from './pane/use-pane'
import { PreviewDialog, type TemplatePreview } from './preview-dialog'
import { RestoredDraft, useStepDraft } from './step-draft'
import { StepShare, type StepUse } from './step-share'
import { TypeChoice } from './type-choice'
import { useAi } from './use-ai'
import { useBody } from './use-body'
import { VariableList, VariableMenu } from './variables'

type TemplateField =
  | AiField
  | 'name'
  | 'subject'
  | 'htmlBody'
  | 'plainTextBody'
  | 'templateType'
  | 'builderJson'
  | 'shared'

export interface TemplateFormProps {
  /** The template to edit. */
  template?: {
    name: string
    subject: string
    htmlBody: string
    plainTextBody: string | null
    templateType: string
    builderJson: unknown
  }
  /** The action's response: to a refused save, to Preview, to a test, or to the AI dialog without scripts. */
  response?: ActionResponse & {
    preview?: TemplatePreview
    ask?: boolean
    generated?: boolean
    /** The address that got a test. */
    tested?: string
  }
  /** For an existing template. */
  edit?: Edit
  closeTo: string
  /** The user's own columns, which are variables too. */
  columns?: string[]
  /** Why AI Generate is unavailable; null if it is available. */
  aiProblem?: string | null
  /** The name of a new template. */
  name?: string
  /** For an email that is written in a step. */
  step?: StepUse
}

/** The template editor: Save Template stores the template, Preview only shows it. */
export function TemplateForm({
  template,
  response,
  edit,
  closeTo,
  columns = [],
  aiProblem = null,
  name,
  step,
}: TemplateFormProps) {
  const [draft] = useState(step?.draft)
  const saving = useSubmitting({ name: 'intent', value: 'save' })
  const copying = useSubmitting({ name: 'intent', value: 'copy' })
  const previewing = useSubmitting({ name: 'intent', value: 'preview' })
  const testing = useSubmitting({ name: 'intent', value: 'test' })
  const hydrated = useHydrated()
  const kept = useRef(false)
  const ref = useRef<HTMLFormElement>(null)
  const touch = useUnsavedGuard(ref, { response, isKept: () => kept.current })
  const [form, fields] = useActionForm<Record<TemplateField, string>>(response, {
    defaultValue: {
      name: template?.name ?? name,
      subject: template?.subject,
      htmlBody: template?.htmlBody,
      plainTextBody: template?.plainTextBody,
      templateType: template?.templateType ?? 'html',
      ...(draft && { ...draft, templateType: 'html' }),
      builderJson: template?.builderJson ? JSON.stringify(template.builderJson) : undefined,
    },
    onSubmit: (event) => {
      if (!body.exportDesign()) event.preventDefault()
      else void saved.onSubmit(event)
    },
  })
  const required = together(['name', 'subject'], fields)
  const [subject, setSubject] = useState(fields.subject.initialValue ?? '')
  const isBuilt = fields.templateType.initialValue === 'builder'
  const body = useBody(isBuilt ? 'builder' : 'text', template?.templateType === 'builder', touch)
  const saved = useStepDraft(ref, step, body.view === 'builder', response)
  kept.current = saved.isKept
  /** The response whose error about the body was resolved by a generated text. */
  const [settled, setSettled] = useState<unknown>(null)
  const bodyField =
    response && settled === response ? changed(fields.htmlBody, { errors: undefined }) : fields.htmlBody
  const ai = useAi({
    form: ref,
    fields,
    body,
    subject,
    response,
    problem: aiProblem,
    onTaken: () => setSettled(response),
  })
  const [preview, setPreview] = useState(response?.preview ?? null)
  useEffect(() => setPreview(response?.preview ?? null), [response])

  const { pane, lacking } = usePane(ref, step?.sequenceId)
  return (
    <div className={pane ? 'grid gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,26rem)]' : undefined}>
      <div className="min-w-0">
        {step && saved.isRestored && <RestoredDraft step={step} stop={saved.stop} />}
        <Form
          ref={ref}
          {...getFormProps(form)}
          method="post"
          preventScrollReset
          className="min-w-0 space-y-4"
          onFocusCapture={body.onFocus}
        >
          {/* The first button of a form is what Enter presses. */}
          <button
            type="submit"
            name="intent"
            value="save"
            className="sr-only"
            tabIndex={-1}
            aria-hidden="true"
          >
            Save
          </button>
          <input
            ref={body.design}
            type="hidden"
            name="builderJson"
            defaultValue={fields.builderJson.defaultValue}
          />
          <FormErrors errors={form.errors} id={form.errorId} />
          {edit ? <EditFields edit={edit} words={templateWords} /> : <OnceField />}
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              field={required.name}
              label={TEMPLATE_PARTS.name}
              placeholder="First contact"
              required
            />
            <TextField
              field={required.subject}
              label={TEMPLATE_PARTS.subject}
              placeholder="A question about {{company_name}}"
              onInput={(event) => setSubject(event.currentTarget.value)}
              required
            />
          </div>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <TypeChoice value={body.view} change={body.changeView} />
            <div className="flex flex-wrap gap-2">
              {hydrated && body.view !== 'builder' && (
                <VariableMenu columns={columns} insert={body.insertVariable} />
              )}
              {ai.buttons}
            </div>
          </div>
          {ai.dialogs}
          <BodyFields
            body={body}
            field={bodyField}
            design={fields.builderJson.defaultValue}
            columns={columns}
            lacking={lacking}
            touch={touch}
          />
          <TextareaField
            field={fields.plainTextBody}
            label={TEMPLATE_PARTS.plainTextBody}
            hint="For email clients that do not show HTML. If empty, it is generated from the HTML."
            optional
            mono
            rows={4}
          />
          <Disclosure summary="Available Variables">
            <VariableList columns={columns} />
          </Disclosure>
          {!hydrated && <PreviewDialog preview={preview} onClose={() => {}} />}
          {step && <StepShare {...step} field={fields.shared} />}
          {response?.tested && (
            <p role="status" className="text-right text-sm">
              A test was sent to {response.tested}, with sample data.
            </p>
          )}
          {saved.said && (
            <p role="status" className="text-right text-xs text-muted">
              {saved.said}
            </p>
          )}
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
            <Button
              name="intent"
              value="test"
              icon={<Send aria-hidden="true" />}
              busy={testing && 'Sending...'}
            >
              Send me a test
            </Button>
            {step?.uses && (
              <Button name="intent" value="copy" busy={copying && 'Saving...'}>
                Save a copy for this step
              </Button>
            )}
            <Button variant="primary" name="intent" value="save" busy={saving && 'Saving...'}>
              Save Template
            </Button>
          </DialogActions>
        </Form>
      </div>
      {hydrated && (
        <PreviewDialog
          preview={preview}
          onClose={() => setPreview(null)}
          returnTo={() => ref.current?.querySelector<HTMLElement>('button[value="preview"]')}
        />
      )}
      {pane}
    </div>
  )
}

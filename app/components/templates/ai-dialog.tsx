import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { changed, type FieldsOf } from '~/components/forms/field'
import { SelectField } from '~/components/forms/select-field'
import { NumberField, TextareaField } from '~/components/forms/text-field'
import { Button } from '~/components/ui/button'
import { NestedDialog } from '~/components/ui/dialog/nested-dialog'
import { Sparkles } from '~/components/ui/icons'
import { showToast } from '~/components/ui/toast-viewer'
import { useHydrated } from '~/components/ui/use-hydrated'
import { AI_DEFAULTS, AI_LANGUAGES, AI_TONES, AI_WORDS } from '~/models/templates/ai-choices'

const FAILED = 'Failed to generate email content. Please try again.'

export type AiField = 'language' | 'tone' | 'wordCount' | 'outline'

export interface AiDialogProps {
  open: boolean
  onClose(): void
  /** Whether a text was generated before. */
  again: boolean
  fields: FieldsOf<AiField>
  /** The current subject. */
  subject(): string
  /** Receives the generated body. */
  take(htmlBody: string): void
}

/**
 * Asks for an outline and generates the body. Its fields belong to the editor's form: without scripts the form posts them and returns with
 * the body filled in. Closing the dialog cancels the request.
 */
export function AiDialog({ open, onClose, again, fields, subject, take }: AiDialogProps) {
  const hydrated = useHydrated()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const work = useRef<AbortController | null>(null)
  const place = useRef<HTMLFieldSetElement>(null)
  const cancel = () => {
    work.current?.abort()
    work.current = null
    setBusy(false)
    onClose()
  }
  useEffect(() => () => work.current?.abort(), [])
  const generate = async () => {
    const value = (name: string) =>
      place.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value ?? ''
    const controller = new AbortController()
    work.current = controller
    setBusy(true)
    setProblem(null)
    const response = await ask(
      {
        subject: subject(),
        language: value('language'),
        tone: value('tone'),
        outline: value('outline'),
        ...(value('wordCount').trim() ? { wordCount: Number(value('wordCount')) } : {}),
      },
      controller.signal,
    )
    if (work.current !== controller) return
    work.current = null
    setBusy(false)
    if ('problem' in response) {
      setProblem(response.problem)
      if (response.isOurs) showToast({ kind: 'error', title: 'Error', text: FAILED })
      return
    }
    take(response.htmlBody)
    showToast({ kind: 'success', title: 'Email content generated successfully' })
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    if (!busy) void generate()
  }
  const { outline } = fields
  const preset = (name: keyof typeof AI_DEFAULTS) =>
    changed(fields[name], { initialValue: fields[name].initialValue ?? String(AI_DEFAULTS[name]) })
  return (
    <NestedDialog title="AI Generate" open={open} onClose={cancel}>
      <fieldset ref={place} onKeyDown={onKeyDown} className="min-w-0 space-y-4">
        <legend className="sr-only">Content of the email</legend>
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField field={preset('language')} label="Language" options={AI_LANGUAGES} />
          <SelectField
            field={preset('tone')}
            label="Tone"
            options={AI_TONES.map((tone) => ({ value: tone, label: tone[0]!.toUpperCase() + tone.slice(1) }))}
          />
        </div>
        <NumberField
          field={preset('wordCount')}
          label="Word Count"
          min={AI_WORDS.min}
          max={AI_WORDS.max}
          suffix="words"
          optional
        />
        <TextareaField
          field={problem ? changed(outline, { errors: [problem] }) : outline}
          label="Outline"
          rows={5}
          placeholder="Who we are, what we offer, what we ask for"
        />
        <div className="flex flex-wrap justify-end gap-2">
          {hydrated && (
            <Button type="button" onClick={cancel}>
              Cancel
            </Button>
          )}
          <Button
            variant="primary"
            name="intent"
            value="generate"
            icon={<Sparkles aria-hidden="true" />}
            busy={busy && 'Generating...'}
            onClick={(event) => {
              event.preventDefault()
              void generate()
            }}
          >
            {again ? 'Regenerate' : 'Generate'}
          </Button>
        </div>
      </fieldset>
    </NestedDialog>
  )
}

/** @returns the body, or what was wrong; `isOurs` if the user cannot fix it in the fields */
async function ask(
  body: Record<string, unknown>,
  signal: AbortSignal,
): Promise<{ htmlBody: string } | { problem: string; isOurs: boolean }> {
  try {
    const response = await fetch('/api/templates/ai-generate', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    })
    const { htmlBody, message } = (await response.json()) as { htmlBody?: string; message?: string }
    if (response.ok && htmlBody) return { htmlBody }
    return { problem: message ?? FAILED, isOurs: response.status !== 400 }
  } catch {
    return { problem: FAILED, isOurs: true }
  }
}

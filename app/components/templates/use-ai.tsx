import { type RefObject, useState } from 'react'
import type { ActionResponse } from '~/components/forms/action-form'
import type { FieldsOf } from '~/components/forms/field'
import { Button } from '~/components/ui/button'
import { Sparkles } from '~/components/ui/icons'
import { useHydrated } from '~/components/ui/use-hydrated'
import { AiDialog, type AiField } from './ai-dialog'
import { typeInto } from './html-field'
import { RewriteDialog } from './rewrite-dialog'
import type { useBody } from './use-body'

interface Given {
  form: RefObject<HTMLFormElement | null>
  fields: FieldsOf<AiField>
  body: ReturnType<typeof useBody>
  subject: string
  response?: ActionResponse & { ask?: boolean; generated?: boolean }
  /** Why the AI service is unavailable; null if it is available. */
  problem: string | null
  /** Called when a generated body is in the form. */
  onTaken(): void
}

/** What the AI service does for the editor: its buttons, and the dialogs that they open, which belong to the form. */
export function useAi({ form, fields, body, subject, response, problem, onTaken }: Given) {
  const hydrated = useHydrated()
  const [asking, setAsking] = useState(isAsking(response))
  const [rewriting, setRewriting] = useState(false)
  const [generated, setGenerated] = useState(!!response?.generated)
  const take = (html: string) => {
    body.take(html)
    onTaken()
  }
  const takeSubject = (text: string) => {
    const input = form.current?.querySelector<HTMLInputElement>('[name="subject"]')
    if (input) typeInto(input, text)
  }
  const buttons = (
    <>
      <Button
        name="intent"
        value="ask"
        size="sm"
        icon={<Sparkles aria-hidden="true" />}
        disabled={!!problem || (hydrated && subject.trim() === '')}
        title={problem ?? (hydrated && !subject.trim() ? 'Fill in the subject first' : undefined)}
        onClick={(event) => {
          event.preventDefault()
          setAsking(true)
        }}
      >
        {generated ? 'Regenerate' : 'AI Generate'}
      </Button>
      {hydrated && !problem && (
        <Button
          type="button"
          size="sm"
          icon={<Sparkles aria-hidden="true" />}
          onClick={() => body.exportDesign() && setRewriting(true)}
        >
          Edit with AI
        </Button>
      )}
    </>
  )
  const dialogs = (
    <>
      {problem && <p className="text-xs text-muted">{problem}</p>}
      <AiDialog
        open={asking}
        onClose={() => setAsking(false)}
        again={generated}
        fields={fields}
        subject={() => subject}
        take={(html) => {
          take(html)
          setGenerated(true)
        }}
      />
      {hydrated && (
        <RewriteDialog
          open={rewriting}
          onClose={() => setRewriting(false)}
          email={() => ({ subject, htmlBody: bodyOf(form.current) })}
          takeBody={take}
          takeSubject={takeSubject}
        />
      )}
    </>
  )
  return { buttons, dialogs }
}

const bodyOf = (form: HTMLFormElement | null) => String((form && new FormData(form).get('htmlBody')) ?? '')

/** Without scripts the dialog is open after AI Generate, and again if its input was invalid. */
function isAsking(response: Given['response']): boolean {
  const typed = response?.result?.initialValue
  return !!response?.ask || (typed?.intent === 'generate' && !response?.generated)
}

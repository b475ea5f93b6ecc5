import { useForm } from '@conform-to/react'
import { useEffect, useRef, useState } from 'react'
import type { ActionResponse } from '~/components/forms/action-form'
import { changed } from '~/components/forms/field'
import { SelectField } from '~/components/forms/select-field'
import { Button } from '~/components/ui/button'
import { NestedDialog } from '~/components/ui/dialog/nested-dialog'
import { Sparkles } from '~/components/ui/icons'
import { AI_LANGUAGES, type AI_TASKS } from '~/models/templates/ai-choices'
import type { Rewrite } from '~/models/templates/rewrite'
import { paths } from '~/paths'
import { MailFrame } from './mail-frame'

type Task = (typeof AI_TASKS)[number]

const TASKS: Record<Task, string> = {
  shorten: 'Shorten',
  friendlier: 'Make friendlier',
  translate: 'Translate',
  subjects: 'Suggest subjects',
}

const FAILED = 'The AI service could not be asked. Please try again.'

export interface RewriteDialogProps {
  open: boolean
  onClose(): void
  /** The current email. */
  email(): { subject: string; htmlBody: string }
  takeBody(html: string): void
  takeSubject(subject: string): void
}

/** Lets the AI service reword the email, or suggest subjects. The user sees the suggestion before it is used. Needs scripts. */
export function RewriteDialog({ open, onClose, email, takeBody, takeSubject }: RewriteDialogProps) {
  // It is in no form: a script asks.
  const [, fields] = useForm<{ aiTask: string; aiLanguage: string }>({ id: 'rewrite' })
  const [task, setTask] = useState<Task>('shorten')
  const [language, setLanguage] = useState<string>(AI_LANGUAGES[0])
  const { busy, problem, suggestion, ask, clear } = useRewrite()
  const close = () => {
    clear()
    onClose()
  }
  const use = (take: () => void) => {
    take()
    close()
  }
  return (
    <NestedDialog title="Edit with AI" open={open} onClose={close} wide>
      <div className="space-y-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            field={changed(fields.aiTask, { errors: problem ? [problem] : undefined })}
            label="What to do"
            value={task}
            onChange={(event) => setTask(event.target.value as Task)}
            options={Object.entries(TASKS).map(([value, label]) => ({ value, label }))}
          />
          {task === 'translate' && (
            <SelectField
              field={fields.aiLanguage}
              label="Into"
              value={language}
              onChange={(event) => setLanguage(event.target.value)}
              options={AI_LANGUAGES}
            />
          )}
        </div>
        {suggestion && 'htmlBody' in suggestion && (
          <div>
            <h3 className="mb-2 text-sm font-semibold">Suggestion</h3>
            <MailFrame html={suggestion.htmlBody} title="Suggested body" />
          </div>
        )}
        {suggestion && 'subjects' in suggestion && (
          <ul aria-label="Suggested subjects" className="space-y-2">
            {suggestion.subjects.map((subject) => (
              <li key={subject} className="flex flex-wrap items-center justify-between gap-2 text-sm">
                <span className="min-w-0 break-words">{subject}</span>
                <Button
                  type="button"
                  size="sm"
                  aria-label={`Use “${subject}”`}
                  onClick={() => use(() => takeSubject(subject))}
                >
                  Use
                </Button>
              </li>
            ))}
          </ul>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button type="button" onClick={close}>
            {suggestion ? 'Discard' : 'Cancel'}
          </Button>
          <Button
            type="button"
            variant={suggestion ? 'secondary' : 'primary'}
            icon={<Sparkles aria-hidden="true" />}
            busy={busy && 'Asking...'}
            onClick={() => void ask({ task, language, ...email() })}
          >
            {suggestion ? 'Try again' : 'Suggest'}
          </Button>
          {suggestion && 'htmlBody' in suggestion && (
            <Button type="button" variant="primary" onClick={() => use(() => takeBody(suggestion.htmlBody))}>
              Use this text
            </Button>
          )}
        </div>
      </div>
    </NestedDialog>
  )
}

/** Asks for suggestions. A new question, `clear` and leaving abort the one before. */
function useRewrite() {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [suggestion, setSuggestion] = useState<Rewrite | null>(null)
  const work = useRef<AbortController | null>(null)
  useEffect(() => () => work.current?.abort(), [])
  const clear = () => {
    work.current?.abort()
    work.current = null
    setBusy(false)
    setProblem(null)
    setSuggestion(null)
  }
  const ask = async (input: Record<string, string>) => {
    clear()
    const controller = new AbortController()
    work.current = controller
    setBusy(true)
    const response = await request(input, controller.signal)
    if (work.current !== controller) return
    setBusy(false)
    if ('problem' in response) setProblem(response.problem)
    else setSuggestion(response)
  }
  return { busy, problem, suggestion, ask, clear }
}

async function request(
  input: Record<string, string>,
  signal: AbortSignal,
): Promise<Rewrite | { problem: string }> {
  try {
    const response = await fetch(paths.rewriteEmail(), {
      method: 'POST',
      body: new URLSearchParams(input),
      signal,
    })
    const body = (await response.json()) as Rewrite | (ActionResponse & { message?: string })
    if ('htmlBody' in body || 'subjects' in body) return body
    const { refusal, result, message } = body
    const invalid = Object.values(result?.error ?? {}).flatMap((messages) => messages ?? [])
    return { problem: refusal ?? invalid[0] ?? message ?? FAILED }
  } catch {
    return { problem: FAILED }
  }
}

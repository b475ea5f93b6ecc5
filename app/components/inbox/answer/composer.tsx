import { getFormProps, getTextareaProps } from '@conform-to/react'
import { Form, useSubmit } from '@remix-run/react'
import clsx from 'clsx'
import { type FormEvent, type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react'
import type { z } from 'zod'
import { useActionForm } from '~/components/forms/action-form'
import { changed } from '~/components/forms/field'
import { useSubmitting } from '~/components/forms/use-submitting'
import { VariableMenu } from '~/components/templates/variables'
import { Address } from '~/components/ui/address'
import { Button } from '~/components/ui/button'
import { FormErrors } from '~/components/ui/form-errors'
import { useHydrated } from '~/components/ui/use-hydrated'
import type { AnswerForm } from '~/models/inbox/answer/answer-form'
import { toHtml } from '~/models/inbox/answer/written-html'
import { ANSWER_LENGTH } from '~/models/inbox/conversation'
import { paths } from '~/paths'
import { ComposerFiles, FileChooser } from './composer-files'
import { QuoteField } from './quote-field'
import { type RecipientChoices, RecipientFields } from './recipient-fields'
import { SavedReplyMenu } from './saved-reply-menu'
import { SendButtons } from './send-buttons'
import { SuggestAnswer } from './suggest-answer'
import { choicesIn, useDraft, type Written } from './use-draft'
import { useServerText } from './use-server-text'
import { type DraftFile, useUpload } from './use-upload'

/** Loaded when rich text is first used. */
const RichText = lazy(() => import('./rich-text'))

export interface ComposerProps {
  conversation: { id: string }
  contact: { name: string; email: string; variables: string[] }
  mailbox: { email: string } | null
  draft: { text: string; html: string } | null
  files: DraftFile[]
  recipients: RecipientChoices
  /** What the answer may quote; null if there is nothing. */
  quote: { intro: string; text: string; chosen: boolean } | null
  listQuery: string
  /** When "Send later" sends unless another time is chosen: a local time. */
  later: string
  timezone: string
  /** Changes with every load. */
  messages: { direction: 'in' | 'out' }[]
  replies: { id: string; name: string }[]
  /** The host of the AI service; null if none is configured. */
  aiHost: string | null
  /** The id that the email gets: pressing Send twice sends it once. */
  answerId: string
  /** The action's response. */
  answered: unknown
}

/** The answer: text, files, and the ways to send it. Without scripts its buttons save and send the whole form. */
export function Composer(props: ComposerProps) {
  const {
    conversation,
    contact,
    mailbox,
    draft,
    listQuery,
    later,
    timezone,
    messages,
    answered,
    replies,
    aiHost,
  } = props
  const { id } = conversation
  const area = useRef<HTMLTextAreaElement>(null)
  const hydrated = useHydrated()
  const submit = useSubmit()
  const busy = useSubmitting()
  const [html, setHtml] = useState<string | null>(null)
  const written = useRef<Written>({ text: '' })
  const whole = useRef<HTMLFormElement>(null)
  const { state, touch, stop } = useDraft(id, () => ({ ...written.current, ...choicesIn(whole.current) }))
  const { files, progress, error, add, remove } = useUpload(id, props.files)
  const wrote = (now: Written) => {
    written.current = now
    touch()
  }
  const loaded = useServerText(id, area, draft, messages, {
    onRich: (now) => {
      written.current = now === null ? { text: '' } : { html: now }
      setHtml(now)
    },
    onTyped: (text) => wrote({ text }),
  })
  const isRich = html !== null
  const insert = (text: string) => {
    const { current } = area
    if (!current) return
    current.setRangeText(text, current.selectionStart, current.selectionEnd, 'end')
    current.focus()
    wrote({ text: current.value })
  }
  const current = (): Written =>
    isRich
      ? { html: 'html' in written.current ? written.current.html : html }
      : { text: area.current?.value ?? '' }
  const fill = (added: string, where: 'all' | 'end') => {
    const before = current()
    const below = where === 'end'
    if ('html' in before) {
      const now = (below ? before.html : '') + toHtml(added)
      setHtml(now)
      return wrote({ html: now })
    }
    const now = below ? `${before.text.trimEnd()}\n\n${added}` : added
    if (area.current) area.current.value = now
    area.current?.focus()
    wrote({ text: now })
  }
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    const saving = stop()
    loaded.current = area.current?.value ?? null
    if (!saving) return
    // A draft that is saved after the answer was sent would come back.
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    await saving
    submit((submitter ?? event.target) as HTMLButtonElement, { preventScrollReset: true })
  }
  const [form, fields] = useActionForm<z.input<typeof AnswerForm>>(answered, {
    id: 'answer',
    defaultValue: { text: draft?.text, sendAt: later },
    onSubmit,
  })
  const { text } = fields
  const problems = [
    ...(form.errors ?? []),
    ...(['to', 'cc', 'bcc', 'text', 'html', 'files', 'sendAt', 'savedReply'] as const).flatMap(
      (name) => fields[name].errors ?? [],
    ),
  ]
  return (
    <div className="z-10 mt-auto rounded-b-lg border-t border-line bg-surface p-4 lg:sticky lg:bottom-0">
      <Form
        {...getFormProps(form)}
        ref={whole}
        method="post"
        encType="multipart/form-data"
        action={paths.conversation(id, listQuery)}
        preventScrollReset
        aria-label="Answer"
        className="scroll-mt-20 space-y-2.5"
      >
        <input type="hidden" name="answerId" value={props.answerId} />
        <FormErrors errors={problems} id={form.errorId} />
        {/* Enter in the date field presses the first button of a form. */}
        <button type="submit" name="intent" value="draft" className="hidden" tabIndex={-1} aria-hidden="true">
          Save draft
        </button>
        <RecipientFields
          choices={props.recipients}
          contactEmail={contact.email}
          fields={fields}
          errorId={form.errorId}
          onChange={touch}
        />
        {isRich ? (
          <Suspense fallback={<div className="h-28 rounded-md border border-control" />}>
            <RichText
              key={html}
              html={html}
              variables={contact.variables}
              replies={replies}
              label={`Answer to ${contact.name}`}
              onChange={(now) => wrote({ html: now })}
              onPlain={(plain) => {
                setHtml(null)
                loaded.current = null
                wrote({ text: plain })
              }}
            />
          </Suspense>
        ) : (
          <textarea
            ref={area}
            {...getTextareaProps(changed(text, { errorId: form.errorId }))}
            data-key="r"
            rows={3}
            maxLength={ANSWER_LENGTH}
            aria-label={`Answer to ${contact.name}`}
            defaultValue={
              'text' in written.current && written.current.text ? written.current.text : text.defaultValue
            }
            placeholder={`Write to ${contact.name}`}
            className="control field-sizing-content max-h-72 min-h-20 resize-y"
            onInput={({ currentTarget }) => wrote({ text: currentTarget.value })}
            onKeyDown={sendByKey}
          />
        )}
        <ComposerFiles {...{ conversationId: id, files, progress, error, remove }} />
        <div className="flex flex-wrap items-center justify-between gap-2">
          <div className={clsx('flex min-w-0 flex-wrap items-center gap-1', hydrated && '-ml-1.5')}>
            <FileChooser hydrated={hydrated} add={add} />
            {!isRich && hydrated && <VariableMenu columns={contact.variables} insert={insert} written />}
            {!isRich && <SavedReplyMenu replies={replies} insert={insert} />}
            {hydrated && !isRich && (
              <Button
                type="button"
                variant="ghost"
                size="sm"
                onClick={() => setHtml(toHtml(area.current?.value ?? ''))}
              >
                Rich text
              </Button>
            )}
            <span role="status" className="text-xs text-muted">
              {WORDS[state]}
            </span>
          </div>
          <SendButtons {...{ later: fields.sendAt, timezone, busy: busy || progress !== null, hydrated }} />
        </div>
        {aiHost !== null && messages.some(({ direction }) => direction === 'in') && (
          <SuggestAnswer
            conversationId={id}
            host={aiHost}
            isEmpty={() => {
              const now = current()
              return !('html' in now ? now.html : now.text).trim()
            }}
            fill={fill}
          />
        )}
        <div className="flex min-w-0 flex-wrap items-start justify-between gap-x-4 gap-y-1">
          <p className="min-w-0 py-1 text-xs text-muted">
            {mailbox ? (
              <>
                From <Address>{mailbox.email}</Address>, with its signature.
              </>
            ) : (
              'The mailbox of this conversation was disconnected.'
            )}
          </p>
          {props.quote && <QuoteField quote={props.quote} onChange={touch} />}
        </div>
      </Form>
    </div>
  )
}

const WORDS = { clean: '', saving: '', saved: 'Draft saved', failed: 'Draft not saved. Trying again.' }

/** Ctrl+Enter or ⌘+Enter sends. */
function sendByKey(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  const form = event.currentTarget.closest('form')
  form?.requestSubmit(form.querySelector<HTMLButtonElement>('[name=intent][value=send]'))
}

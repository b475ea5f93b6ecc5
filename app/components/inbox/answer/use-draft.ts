import { keepForReturn, postDraft, takeKept, useAutosave } from '~/components/forms/use-autosave'
import { paths } from '~/paths'

/** What the answer field holds. */
export type Written = { text: string } | { html: string }

/** What the form says beside the text, as it is sent. */
export function choicesIn(form: HTMLFormElement | null): Record<string, string> {
  if (!form) return {}
  const names = ['to', 'cc', 'bcc', 'recipients', 'quote', 'quotable']
  const given = new FormData(form)
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = given.get(name)
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
}

const keyOf = (conversationId: string) => `draft of ${conversationId}`

/** What was written when the conversation was left a moment ago. */
export const takeLeft = (conversationId: string) => takeKept<Written>(keyOf(conversationId))

/**
 * Saves what is written on the server after a pause in typing, and when the page is left.
 * @param read what the field holds now
 */
export const useDraft = (conversationId: string, read: () => Written & Record<string, string>) =>
  useAutosave(conversationId, (id, leaving) => {
    const written = read()
    if (leaving) keepForReturn(keyOf(id), written)
    return postDraft(paths.conversationDraft(id), written, leaving)
  })

import { toastOnFailure } from '~/components/forms/toast-on-failure'

/** The `clientAction` of a screen with the editor: reports which of its buttons failed. @param save the message for Save */
export const editorClientAction = (save: string) =>
  toastOnFailure((form) => {
    const intent = form.get('intent')
    if (intent === 'preview') return 'Failed to generate preview'
    return intent === 'generate' ? 'Failed to generate email content. Please try again.' : save
  })

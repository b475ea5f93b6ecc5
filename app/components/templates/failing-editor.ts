import { failing } from '~/components/forms/failing'

/** The `clientAction` of a screen with the editor: reports which of its buttons failed. @param save the message for Save */
export const failingEditor = (save: string) =>
  failing((form) => {
    const intent = form.get('intent')
    if (intent === 'preview') return 'Failed to generate preview'
    return intent === 'generate' ? 'Failed to generate email content. Please try again.' : save
  })

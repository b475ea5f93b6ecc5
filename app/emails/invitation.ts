import { renderLetter } from './letter'

/** The email with an invitation, as HTML and as text. */
export const renderInvitation = ({ url, days }: { url: string; days: number }) =>
  renderLetter({
    preview: 'Create your Coldframe account',
    heading: 'You are invited to Coldframe',
    name: '',
    text: `you can create an account with this email address. The link works once, for ${days} days.`,
    button: { label: 'Create Account', url },
    note: 'If you did not expect this, ignore this email. Nothing happens then.',
  })

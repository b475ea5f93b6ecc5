import { renderLetter } from './letter'

/** The email with a reset link, as HTML and as text. */
export const renderResetMail = ({ name, url }: { name: string; url: string }) =>
  renderLetter({
    preview: 'Choose a new password within 15 minutes',
    heading: 'Reset your password',
    name,
    text: 'we received a request to reset the password of your Coldframe account. The link works once, for 15 minutes.',
    button: { label: 'Choose a new password', url },
    note: 'If you did not request this, ignore this email. Your password stays the same.',
  })

import { renderLetter } from './letter'

/** The mail with a reset link, as HTML and as text. */
export const renderResetMail = ({ name, url }: { name: string; url: string }) =>
  renderLetter({
    preview: 'Choose a new password within 15 minutes',
    heading: 'Reset your password',
    name,
    text: 'somebody asked for a new password for your Coldframe account. The link works once, for 15 minutes.',
    button: { label: 'Choose a new password', url },
    note: 'If it was not you, ignore this mail: your password stays as it is.',
  })

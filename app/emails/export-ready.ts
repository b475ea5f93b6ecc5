import { renderLetter } from './letter'

/** The email with the link to an export, as HTML and as text. */
export const renderExportMail = ({ name, rows, url }: { name: string; rows: number; url: string }) =>
  renderLetter({
    preview: 'The file is available for 24 hours',
    heading: 'Your export is ready',
    name,
    text: `the file with ${rows.toLocaleString('en-US')} ${rows === 1 ? 'email' : 'emails'} of your sending log is ready.`,
    button: { label: 'Download the file', url },
    note: 'You need to be signed in. The file is available for 24 hours.',
  })

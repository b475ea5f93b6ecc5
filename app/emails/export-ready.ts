import { renderLetter } from './letter'

/** The mail that says where an export can be fetched, as HTML and as text. */
export const renderExportMail = ({ name, rows, url }: { name: string; rows: number; url: string }) =>
  renderLetter({
    preview: 'The file can be fetched for 24 hours',
    heading: 'Your export is ready',
    name,
    text: `the file with ${rows.toLocaleString('en-US')} ${rows === 1 ? 'email' : 'emails'} of your sending log is ready.`,
    button: { label: 'Download the file', url },
    note: 'You have to be signed in. The file can be fetched for 24 hours.',
  })

import { renderLetter } from './letter'

/** The email with the link that confirms an address, as HTML and as text. */
export const renderConfirmation = ({ name, url }: { name: string; url: string }) =>
  renderLetter({
    preview: 'Then you can connect a mailbox',
    heading: 'Confirm your email address',
    name,
    text: 'please confirm that this address is yours. Then you can connect a mailbox.',
    button: { label: 'Confirm this address', url },
    note: 'If you did not create a Coldframe account, ignore this email: nothing can be sent from that account.',
  })

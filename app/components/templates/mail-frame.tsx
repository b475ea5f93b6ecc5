/** HTML of a mail, as foreign as it is: in a frame without scripts, forms, or a way to the page around it. */
export function MailFrame({ html, title, tall }: { html: string; title: string; tall?: boolean }) {
  return (
    <iframe
      sandbox=""
      srcDoc={html}
      title={title}
      className={`block w-full rounded-md border border-line bg-white ${tall ? 'h-[32rem]' : 'h-72'}`}
      style={{ colorScheme: 'light' }}
    />
  )
}

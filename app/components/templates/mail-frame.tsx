/** Untrusted HTML of an email, in a frame without scripts, forms or access to the surrounding page. */
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

import { useState } from 'react'
import { buttonClass } from '~/components/ui/button'
import { useHydrated } from '~/components/ui/use-hydrated'
import { paths } from '~/paths'

/** The HTML of a message as its sender designed it, in a frame without scripts. Images of other servers only on request. */
export function MessageFrame({ conversationId, messageId }: { conversationId: string; messageId: string }) {
  const [images, setImages] = useState(false)
  const hydrated = useHydrated()
  const address = paths.messageHtml(conversationId, messageId)
  const name = `original-${messageId}`
  return (
    <div className="-ml-5.5">
      <iframe
        key={String(images)}
        name={name}
        src={images ? `${address}?images=1` : address}
        // Loaded when it is opened.
        loading="lazy"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        title="Original message"
        className="block h-96 w-full rounded-md border border-line bg-white"
        style={{ colorScheme: 'light' }}
      />
      {!images && (
        <p className="mt-1.5 flex flex-wrap items-center gap-x-3 text-xs text-muted">
          Images from other servers are not loaded: they would tell the sender that you opened the message.
          {hydrated ? (
            <button type="button" onClick={() => setImages(true)} className={buttonClass({ size: 'sm' })}>
              Load images
            </button>
          ) : (
            <a href={`${address}?images=1`} target={name} className={buttonClass({ size: 'sm' })}>
              Load images
            </a>
          )}
        </p>
      )}
    </div>
  )
}

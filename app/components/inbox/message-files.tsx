import { Download } from '~/components/ui/icons'
import { paths } from '~/paths'
import { sizeOf } from './file-size'

export interface MessageFilesProps {
  conversationId: string
  messageId: string
  /** Its files are still in the mailbox, and fetched from there. */
  received: boolean
  files: { key: string; name: string; size: number }[]
}

/** The files of a message, to download. */
export function MessageFiles({ conversationId, messageId, received, files }: MessageFilesProps) {
  if (files.length === 0) return null
  return (
    <ul aria-label="Attachments" className="mt-3 flex flex-wrap gap-2">
      {files.map(({ key, name, size }) => (
        <li key={key} className="max-w-full min-w-0">
          <a
            href={
              received
                ? paths.receivedFile(conversationId, messageId, key)
                : paths.ownFile(conversationId, key)
            }
            className="flex min-h-8 max-w-full items-center gap-2 rounded-md border border-line bg-surface px-2.5 py-1 text-sm hover:bg-hover max-sm:min-h-11"
          >
            <Download className="size-4 shrink-0 text-muted" aria-hidden="true" />
            <span className="min-w-0 truncate">{name}</span>
            <span className="shrink-0 text-xs text-muted">{sizeOf(size)}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

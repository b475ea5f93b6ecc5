import { Button, buttonClass } from '~/components/ui/button'
import { Paperclip, X } from '~/components/ui/icons'
import { ProgressBar } from '~/components/ui/progress-bar'
import { paths } from '~/paths'
import { sizeOf } from '../file-size'
import type { DraftFile } from './use-upload'

/** The files of the answer that is being written. With scripts a cross removes one at once; without, it submits the form. */
export function ComposerFiles({ conversationId, files, progress, error, remove }: ComposerFilesProps) {
  return (
    <>
      {files.length > 0 && (
        <ul aria-label="Files of this answer" className="flex flex-wrap gap-2">
          {files.map(({ key, name, size }) => (
            <li
              key={key}
              className="flex max-w-full min-w-0 items-center gap-1.5 rounded-md border border-line bg-sunken pl-2.5 text-sm"
            >
              <a href={paths.ownFile(conversationId, key)} className="min-w-0 truncate hover:underline">
                {name}
              </a>
              <span className="shrink-0 text-xs text-muted">{sizeOf(size)}</span>
              <Button
                variant="ghost"
                size="sm"
                square
                name="removeFile"
                value={key}
                aria-label={`Remove ${name}`}
                icon={<X aria-hidden="true" />}
                onClick={(event) => {
                  event.preventDefault()
                  remove(key)
                }}
              />
            </li>
          ))}
        </ul>
      )}
      {progress !== null && <ProgressBar label="Uploading" value={Math.round(progress * 100)} />}
      {error && (
        <p role="alert" className="text-xs font-medium text-danger-ink">
          {error}
        </p>
      )}
    </>
  )
}

interface ComposerFilesProps {
  conversationId: string
  files: DraftFile[]
  progress: number | null
  error: string | null
  remove(key: string): void
}

/** Chooses files. With scripts they are uploaded at once; without, the form sends them with the text. */
export function FileChooser({ hydrated, add }: { hydrated: boolean; add(files: File[]): void }) {
  if (!hydrated)
    return (
      <span className="flex min-w-0 flex-wrap items-center gap-2">
        <input type="file" name="files" multiple aria-label="Files" className="max-w-full min-w-0 text-sm" />
        <Button size="sm" name="intent" value="attach">
          Attach
        </Button>
      </span>
    )
  return (
    <label
      className={buttonClass(
        { variant: 'ghost', size: 'sm', square: true },
        'cursor-pointer has-focus-visible:outline-2',
      )}
      title="Attach files"
    >
      <Paperclip aria-hidden="true" />
      <input
        type="file"
        name="files"
        multiple
        aria-label="Attach files"
        className="sr-only"
        onChange={({ currentTarget }) => {
          add([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
    </label>
  )
}

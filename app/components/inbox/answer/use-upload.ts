import { useState } from 'react'
import { paths } from '~/paths'

/** A file of a draft. */
export interface DraftFile {
  key: string
  name: string
  size: number
}

/** Uploads the files of a draft as they are chosen, and shows how far that is. */
export function useUpload(conversationId: string, loaded: DraftFile[]) {
  const [files, setFiles] = useState(loaded)
  const [seen, setSeen] = useState(loaded)
  if (loaded !== seen) {
    setSeen(loaded)
    setFiles(loaded)
  }
  /** The share that is uploaded, 0 to 1; null if nothing is being uploaded. */
  const [progress, setProgress] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const submit = async (form: FormData) => {
    setError(null)
    setProgress(0)
    const response = await send(paths.draftFiles(conversationId), form, setProgress)
    setProgress(null)
    if ('files' in response) setFiles(response.files)
    else setError(response.message)
  }
  const add = (chosen: Iterable<File>) => {
    const form = new FormData()
    for (const file of chosen) form.append('files', file)
    return submit(form)
  }
  const remove = (key: string) => {
    const form = new FormData()
    form.append('remove', key)
    return submit(form)
  }
  return { files, progress, error, add, remove }
}

type Answer = { files: DraftFile[] } | { message: string }

const LOST: Answer = { message: 'The upload failed. Check your connection and try again.' }

/** XMLHttpRequest, because fetch does not tell how much has been sent. */
function send(url: string, form: FormData, onProgress: (share: number) => void): Promise<Answer> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      const response = request.response as Partial<{ files: DraftFile[]; message: string }> | null
      if (response?.files) resolve({ files: response.files })
      else resolve(response?.message ? { message: response.message } : LOST)
    }
    request.onerror = () => resolve(LOST)
    request.send(form)
  })
}

/**
 * The body of an answer as text, up to a limit. It ends with the signal by itself: once its headers are there, an answer of
 * `fetch` forgets its own signal when memory is collected (the controller is referred to weakly).
 * @param most bytes, about: what is longer is cut
 * @throws the signal's reason once it is aborted
 */
export async function readText(response: Response, most: number, signal: AbortSignal): Promise<string> {
  if (!response.body) return ''
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  const stop = () => void reader.cancel(signal.reason).catch(() => {})
  signal.addEventListener('abort', stop)
  try {
    let text = ''
    while (text.length <= most) {
      signal.throwIfAborted()
      const { done, value } = await reader.read()
      signal.throwIfAborted()
      if (done) return text + decoder.decode()
      text += decoder.decode(value, { stream: true })
    }
    stop()
    return text
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

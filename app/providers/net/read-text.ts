/**
 * The body of a response as text, up to a limit. It aborts with the signal itself: once the headers have arrived, a `fetch` response
 * can lose its own signal to garbage collection (the controller is only weakly referenced).
 * @param most the limit in bytes, approximately; the rest is cut off
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

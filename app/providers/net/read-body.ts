/**
 * The body of a response, up to a limit. It aborts with the signal itself: once the headers have arrived, a `fetch` response
 * can lose its own signal to garbage collection (the controller is only weakly referenced).
 * @param most the limit in bytes, approximately; the rest is not read
 * @returns `isWhole`: whether it ended within the limit
 * @throws the signal's reason once it is aborted
 */
export async function readBytes(
  response: Response,
  most: number,
  signal: AbortSignal,
): Promise<{ bytes: Buffer; isWhole: boolean }> {
  if (!response.body) return { bytes: Buffer.alloc(0), isWhole: true }
  const reader = response.body.getReader()
  const stop = () => void reader.cancel(signal.reason).catch(() => {})
  signal.addEventListener('abort', stop)
  try {
    const chunks: Uint8Array[] = []
    for (let size = 0; size <= most; size += chunks.at(-1)!.length) {
      signal.throwIfAborted()
      const { done, value } = await reader.read()
      signal.throwIfAborted()
      if (done) return { bytes: Buffer.concat(chunks), isWhole: true }
      chunks.push(value)
    }
    stop()
    return { bytes: Buffer.concat(chunks), isWhole: false }
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** The same as a text in UTF-8. */
export async function readText(response: Response, most: number, signal: AbortSignal): Promise<string> {
  const { bytes } = await readBytes(response, most, signal)
  return new TextDecoder().decode(bytes)
}

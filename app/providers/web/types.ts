/** Checks whether pages on the web can be reached. */
export interface WebLinks {
  /**
   * Asks for a page and follows its redirects, without reading it. Never throws.
   * @returns what is wrong with the link, as the end of a sentence; null if the page responds
   */
  problemOf(url: string): Promise<string | null>
}

/** The response of a webhook's server to one attempt. */
export interface EndpointResponse {
  /** The HTTP status; null if there was no response. */
  status: number | null
  /** The start of the body. */
  text: string
  /** After how many seconds the server wants the next attempt; null if it did not say. */
  retryAfter: number | null
  /** Why there was no response, as a sentence without a full stop. */
  error: string | null
}

/** Posts webhooks. */
export interface WebhookSender {
  /** Whether the address may be used: resolves and checks it without connecting. @returns why not, as a sentence; null if it may */
  problemOf(url: string): Promise<string | null>
  /** Makes one attempt, with all limits. @throws only the reason of `stopping` */
  post(
    url: string,
    headers: Record<string, string>,
    body: string,
    stopping: AbortSignal,
  ): Promise<EndpointResponse>
  /** Closes the kept connections. */
  close(): void
}

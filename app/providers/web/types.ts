/** Whether pages on the web answer. */
export interface WebLinks {
  /**
   * Asks for a page and follows its redirects, without reading it. Never throws.
   * @returns what is wrong with the link, as the end of a sentence; null if the page answers
   */
  problemOf(url: string): Promise<string | null>
}

/** What a webhook's server answered to one attempt. */
export interface WebhookResponse {
  /** The HTTP status; null if there was no answer. */
  status: number | null
  /** The start of the body. */
  text: string
  /** After how many seconds the server wants the next attempt; null if it did not say. */
  retryAfter: number | null
  /** Why there was no answer, as a sentence without a full stop. */
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
  ): Promise<WebhookResponse>
  /** Closes the kept connections. */
  close(): void
}

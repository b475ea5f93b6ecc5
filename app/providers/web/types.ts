/** Whether pages on the web answer. */
export interface WebLinks {
  /**
   * Asks for a page and follows its redirects, without reading it. Never throws.
   * @returns what is wrong with the link, as the end of a sentence; null if the page answers
   */
  problemOf(url: string): Promise<string | null>
}

/** The window of a provider's login, as the opening page has it. */
export interface SocialWindow {
  /**
   * Whether its visitor closed it. A provider may part it from the page, which the page cannot tell from a closed one: it
   * counts as closed only where the visitor is back in the page.
   */
  readonly isClosed: boolean
  go(url: string): void
  /** Brings it to the front, where the browser lets a page do that. */
  focus(): void
  /** Closes it, unless it was sent on: then only its visitor can, or the page that it ends with. */
  close(): void
}

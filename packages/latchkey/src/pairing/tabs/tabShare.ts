/** The tabs of one browser that share a widget's pairing: one leads, all hear each other (F36). */
export interface TabShare {
  /** Whether this tab leads. Where the browser has no Web Locks, or denies them, every tab leads itself. */
  readonly leads: boolean
  /** Hears true when this tab begins to lead, false when another took over; at once with true if it leads already. */
  onLead(listener: (leads: boolean) => void): () => void
  /** To all other tabs; plain data. */
  send(message: unknown): void
  /** Hears what other tabs sent: foreign input, to be parsed. */
  onMessage(listener: (message: unknown) => void): () => void
  /** Leads now, though another tab does: it is frozen and does not answer. */
  takeOver(): void
  close(): void
}

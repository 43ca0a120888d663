/** Transactions that were broadcast from this page, by their signature: as base64, to be broadcast again while they wait. */
export type Broadcasts = Map<string, string>

const mostRemembered = 50

/** Remembers one; the oldest goes. */
export function remember(broadcasts: Broadcasts, signature: string, transaction: string): void {
  const [oldest] = broadcasts.keys()
  if (broadcasts.size >= mostRemembered && oldest !== undefined) broadcasts.delete(oldest)
  broadcasts.set(signature, transaction)
}

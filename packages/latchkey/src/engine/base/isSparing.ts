interface Connection {
  readonly saveData?: boolean
  readonly effectiveType?: string
}

/** Whether the visitor wants little fetched, or has a connection that fetches little (decision 058). */
export function isSparing(): boolean {
  const { connection, onLine } = navigator as Navigator & { readonly connection?: Connection }
  return !onLine || connection?.saveData === true || /2g/.test(connection?.effectiveType ?? '')
}

/** Providers whose id is not written as their name is. */
const names: Readonly<Record<string, string>> = {
  pools: 'Pools',
  lifi: 'LI.FI',
  jupiter: 'Jupiter',
}

/** A provider's name; the id itself for one that is not known. */
export function providerName(provider: string): string {
  return Object.hasOwn(names, provider) ? (names[provider] ?? provider) : provider
}

import { cleanName } from '../../engine/nouns/identity/cleanName.ts'

/** Providers whose id is not written as their name is. */
const names: Readonly<Record<string, string>> = {
  pools: 'Pools',
  lifi: 'LI.FI',
  jupiter: 'Jupiter',
}

/** A provider's name; for one that is not known its id, which is a stranger's word (T67). */
export function providerName(provider: string): string {
  const known = Object.hasOwn(names, provider) ? names[provider] : undefined
  return known ?? cleanName(provider, 32) ?? '—'
}

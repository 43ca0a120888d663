import type { WalletListing } from './wallet.ts'

/** Relays of the public network, which wallets listen on whose listing names none. */
export const publicRelays: readonly string[] = [
  'wss://relay.walletconnect.com',
  'wss://relay.walletconnect.org',
]

/**
 * Whether a wallet can receive messages over a relay. A pairing URI names no relay, so a wallet that listens elsewhere
 * would wait in silence; the host's own wallets are taken at the host's word.
 */
export function reachesRelay(
  { relays }: Pick<WalletListing, 'relays'>,
  relay: string | undefined,
  isOwn = false,
): boolean {
  if (relay === undefined) return false
  if (isOwn && !relays) return true
  return (relays ?? publicRelays).some(each => isSameRelay(each, relay))
}

/** Whether a relay is one of the public network, on which listed wallets listen. */
export function isPublicRelay(relay: string): boolean {
  return publicRelays.some(each => isSameRelay(each, relay))
}

// The path and the query are the socket's business.
function isSameRelay(one: string, other: string): boolean {
  return hostOf(one) === hostOf(other)
}

function hostOf(url: string): string {
  return /^wss?:\/\/([^/?#]+)/i.exec(url)?.[1]?.toLowerCase() ?? url
}

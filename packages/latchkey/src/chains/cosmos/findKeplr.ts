import { fieldOf } from '../foreign/readForeign.ts'
import { type KeplrWallet, keplr, keplrWallets } from './keplrWallets.ts'

/** A wallet that stands in the page. */
export interface FoundKeplr {
  readonly wallet: KeplrWallet
  readonly provider: object
}

/** How Keplr says where it runs; another wallet that takes its global seldom says it. */
const modes: readonly unknown[] = ['core', 'extension', 'mobile-web']
/** Flags of wallets that answer at Keplr's global. */
const imitation = /^is(?!Keplr$)[A-Z]/

/** A wallet with more members than this is none that we know. */
const mostFlags = 1_000

/** The wallets with Keplr's interface in a page, each once. What stands at `window.keplr` is Keplr only if it looks like no other. */
export function findKeplr(target: object): readonly FoundKeplr[] {
  const found: FoundKeplr[] = []
  for (const wallet of [...keplrWallets, keplr]) {
    const provider = wallet.path.split('.').reduce<unknown>((value, part) => fieldOf(value, part), target)
    if (!isKeplrShaped(provider) || found.some(other => other.provider === provider)) continue
    if (wallet === keplr && !isKeplr(provider)) continue
    found.push({ wallet, provider })
  }
  return found
}

function isKeplrShaped(value: unknown): value is object {
  return ['enable', 'getKey'].every(name => typeof fieldOf(value, name) === 'function')
}

function isKeplr(provider: object): boolean {
  const version = fieldOf(provider, 'version')
  if (typeof version !== 'string' || !modes.includes(fieldOf(provider, 'mode'))) return false
  try {
    let seen = 0
    for (const name in provider) {
      if (seen++ >= mostFlags || (imitation.test(name) && fieldOf(provider, name) === true)) return false
    }
    return true
  } catch {
    // A proxy that cannot be listed is none that we know.
    return false
  }
}

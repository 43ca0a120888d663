/** Finds the wallets of bitcoin in a page, each once: in the registries, at their own places on `window`, and by Wallet Standard. */
import type { DiscoverOptions } from '../../contract/adapter.ts'
import type { DiscoveredWallet } from '../../contract/wallet.ts'
import { fieldOf } from '../foreign/readForeign.ts'
import { discoverRegistries } from '../registries/discoverRegistries.ts'
import type { RegistryEntry } from '../registries/readRegistries.ts'
import { discoverStandard } from '../standard/discoverStandard.ts'
import { isBitcoinStandard, isUnisat, satsProviderOf } from './walletShapes.ts'

const namespace = 'bip122'
/** One of these is in what a wallet of bitcoin says that it can do. */
const methods = ['wallet_connect', 'getAccounts', 'signMessage', 'signPsbt', 'sendTransfer']
/** A place on `window` that several wallets take, and the names of flags that are looked at there. */
const fought = 'unisat'
const mostFlags = 1_000

/** Listens and looks until the returned stop is called. */
export function discoverBitcoin(
  target: Window,
  options: DiscoverOptions,
  found: (wallet: DiscoveredWallet) => void,
): () => void {
  const providers = new Set<unknown>()
  const names = new Set<string>()
  const tell = (wallet: DiscoveredWallet): void => {
    // A wallet of Wallet Standard may hand out the very provider that it registers.
    const provider = satsProviderOf(wallet.provider) ?? wallet.provider
    if (providers.has(provider)) return
    // It has its row by its own place.
    if (wallet.injectedId === undefined && names.has(wallet.info.name)) return
    providers.add(provider)
    if (wallet.source === 'injected' || wallet.info.rdns) names.add(wallet.info.name)
    found(wallet)
  }
  const stops = [
    discoverRegistries(target, options, { namespace, serves, isWallet }, tell),
    discoverStandard(
      target,
      { announced: options.announced, namespace, prefix: 'bitcoin:', connects: isBitcoinStandard },
      tell,
    ),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function serves({ registries, methods: own }: RegistryEntry): boolean {
  const isHere = registries.includes('btc_providers') || registries.includes('wbip_providers')
  return isHere && (own === undefined || methods.some(method => own.includes(method)))
}

function isWallet(provider: unknown, path: string): boolean {
  if (path === fought) return isUnisat(provider) && !isImitation(provider)
  return isUnisat(provider) || typeof fieldOf(provider, 'request') === 'function'
}

/** Whether a wallet that stands in UniSat's place says by a flag, such as `isBinance`, that it is another one. */
function isImitation(provider: unknown): boolean {
  let seen = 0
  for (const name in provider as object) {
    if (seen++ >= mostFlags) return true
    if (/^is[A-Z]/.test(name) && !/unisat/i.test(name) && fieldOf(provider, name) === true) return true
  }
  // A class may hide them from the loop.
  return hidden.some(name => fieldOf(provider, name) === true)
}

const hidden = [
  'isBinance',
  'isOkxWallet',
  'isOKExWallet',
  'isBitget',
  'isBitKeep',
  'isTokenPocket',
  'isOneKey',
  'isKeplr',
  'isPhantom',
  'isXverse',
]

import type { CaipNetworkId } from 'latchkey/contract'
import { isLoopbackOrigin } from 'latchkey/services'
import type { Address } from 'viem'
import { viem } from '../../../core/libraries/viem.ts'
import { type Reader, type ReadVariable, Wrong } from '../../../core/settings/readers.ts'
import { chainNumber } from '../../../data/namespaces/namespaces.ts'
import { home } from './home.ts'

/** What the environment says of Farcaster. */
export interface FarcasterSettings {
  /** The chain with the registries. */
  readonly chain: CaipNetworkId
  /** Says which account an address has. */
  readonly idRegistry: Address
  /** Says which addresses an account names to sign in for it; without one none of these counts. */
  readonly keyRegistry: Address | undefined
  /**
   * The carrier of the text to the visitor's app and back: a relay, or the services themselves, with their address for
   * an app.
   */
  readonly channel: { readonly relay: string } | { readonly app: string }
}

/** The relay that Farcaster's own app answers. */
const publicRelay = 'https://relay.farcaster.xyz'

/** Undefined where Farcaster logins are off. */
export function readFarcasterSettings(read: ReadVariable): FarcasterSettings | undefined {
  const chain = read<CaipNetworkId | undefined>('FARCASTER_CHAIN', undefined, readChain)
  const own = chain === home.chain ? home : undefined
  const idRegistry = read<Address | undefined>('FARCASTER_ID_REGISTRY', own?.idRegistry, address)
  const keyRegistry = read<Address | undefined>('FARCASTER_KEY_REGISTRY', own?.keyRegistry, address)
  const app = read<string | undefined>('FARCASTER_APP_URL', undefined, appUrl)
  const relay = read('FARCASTER_RELAY_URL', publicRelay, relayUrl)
  if (chain === undefined) return undefined
  // Said of the variable that is missing, as of one that is wrong.
  if (idRegistry === undefined) {
    read('FARCASTER_CHAIN', undefined, () => {
      throw new Wrong('needs FARCASTER_ID_REGISTRY')
    })
    return undefined
  }
  return { chain, idRegistry, keyRegistry, channel: app === undefined ? { relay } : { app } }
}

function readChain(text: string): CaipNetworkId {
  if (chainNumber(text) === undefined) throw new Wrong('must be a chain such as eip155:10')
  return text as CaipNetworkId
}

function address(text: string): Address {
  if (!viem().isAddress(text)) throw new Wrong('must be an address, with its checksum or in lower case')
  return text
}

const appUrl: Reader<string> = text => {
  const url = urlOf(text)
  // It becomes a link of a page.
  if (url === undefined || !(url.protocol === 'farcaster:' || isSafe(url)))
    throw new Wrong('must be an https or farcaster URL, such as https://app.example/sign-in')
  return text
}

const relayUrl: Reader<string> = text => {
  const url = urlOf(text)
  if (url === undefined || !isSafe(url))
    throw new Wrong('must be an https URL, such as https://relay.example')
  return text.replace(/\/$/, '')
}

function urlOf(text: string): URL | undefined {
  if (text.length > 1_024 || !URL.canParse(text)) return undefined
  const url = new URL(text)
  return url.hash === '' && url.username === '' && url.password === '' ? url : undefined
}

/** Nothing that others on the way read, but on this machine. */
const isSafe = (url: URL) => url.protocol === 'https:' || isLoopbackOrigin(url.origin)

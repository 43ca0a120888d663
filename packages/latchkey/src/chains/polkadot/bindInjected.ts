import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { parseSs58 } from '../../addresses/ss58.ts'
import { addressOf } from '../../contract/caip.ts'
import type { Network } from '../../contract/network.ts'
import { fieldOf, itemsOf } from '../foreign/readForeign.ts'
import { textOf } from '../foreign/textOf.ts'
import { readFailure } from '../foreign/toWalletError.ts'
import type { PlainAccount, PlainWallet } from '../plain/plainWallet.ts'
import { addressOn, toPolkadotAccount } from './polkadotAddress.ts'
import { readPolkadotSignature } from './readPolkadotSignature.ts'

const mostAccounts = 100
const longestLabel = 40
/** How extensions say that they do not share accounts with the page: they give no number. */
const stranger = /not allowed to interact|not been enabled|not been authorized/i

type Call = (...values: unknown[]) => unknown

/**
 * An entry of `injectedWeb3`; undefined for a value that is none. `enable` prompts a page that the wallet does not know, and nothing
 * says beforehand whether it will. So on load our own record answers, and the wallet is asked with the next press that needs it: a
 * signature, or another network. Until then its changes are not heard.
 */
export function bindInjected(provider: object): PlainWallet | undefined {
  // As the ecosystem's own library chooses: a wallet with `connect` refuses `enable`.
  const enable = callOf(provider, 'connect') ?? callOf(provider, 'enable')
  return enable && bindEntry(enable)
}

function bindEntry(enable: Call): PlainWallet {
  let injected: unknown
  let asking: Promise<unknown> | undefined
  /** Those who listen, with what ends a subscription at the wallet. */
  const listeners = new Map<() => void, unknown>()

  function subscribe(listener: () => void): void {
    try {
      // The first call comes at once and brings nothing new.
      const stop = callOf(fieldOf(injected, 'accounts'), 'subscribe')?.(listener)
      listeners.set(listener, stop)
    } catch {
      // A wallet without events is followed by what it answers.
    }
  }

  /** One request at a time: extensions refuse a second one while the first is open. */
  async function open(): Promise<unknown> {
    asking ??= (async () => enable(pageName()))().finally(() => {
      asking = undefined
    })
    const isFirst = !injected
    injected = await asking
    if (isFirst) for (const listener of [...listeners.keys()]) subscribe(listener)
    return injected
  }

  /** What the wallet shares; undefined for an answer that is no list. */
  async function list(): Promise<readonly unknown[] | undefined> {
    const accounts = fieldOf(injected ?? (await open()), 'accounts')
    return itemsOf(await callOf(accounts, 'get')?.(), mostAccounts)
  }

  /** The address as the wallet writes it, and what signs. @throws Error where the wallet shares the account no more. */
  async function signerOf({ address, source }: PlainAccount, network: Network) {
    // An account of our own record does not say how the wallet writes its address.
    const shared = injected && source !== undefined ? source : await findSource(address, network)
    const sign = callOf(fieldOf(injected, 'signer'), 'signRaw')
    if (shared === undefined || !sign) throw new Error('The wallet does not share this account.')
    return { address: shared, sign }
  }

  async function findSource(address: string, network: Network): Promise<unknown> {
    const shared = (await list())?.map(each => toAccount(each, network))
    return shared?.find(each => each?.address === address)?.source
  }

  return {
    keepsActive: true,
    async accounts({ silent, known, network }) {
      if (!injected && silent)
        return known?.flatMap(({ caip10, ...more }) => {
          const address = addressOn(addressOf(caip10), network)
          return address === undefined ? [] : { ...more, address }
        })
      try {
        const shared = await list()
        if (shared) return shared.flatMap(each => toAccount(each, network) ?? [])
        injected = undefined
        return 'bad'
      } catch (cause) {
        injected = undefined
        if (silent && stranger.test(readFailure(cause).message ?? '')) return undefined
        throw cause
      }
    },
    watch(changed) {
      const listener = (): void => {
        if (listeners.has(listener)) changed('stale')
      }
      listeners.set(listener, undefined)
      subscribe(listener)
      return () => {
        const stop = listeners.get(listener)
        listeners.delete(listener)
        try {
          if (typeof stop === 'function') stop()
        } catch {
          // It ends with the page.
        }
      }
    },
    get signMessage() {
      // A wallet that was not asked yet may sign; what it has is known with the press.
      return injected && !callOf(fieldOf(injected, 'signer'), 'signRaw') ? undefined : signMessage
    },
  }

  async function signMessage(order: {
    readonly account: PlainAccount
    readonly network: Network
    readonly message: string
  }): Promise<string> {
    const { address, sign } = await signerOf(order.account, order.network)
    const data = `0x${bytesToHex(utf8ToBytes(order.message))}`
    // The wallet puts `<Bytes>` and `</Bytes>` around it.
    return readPolkadotSignature(await sign({ address, data, type: 'bytes' }), 'signRaw')
  }
}

/** An account of a list; undefined for one of another ecosystem, or one that is for another chain. */
function toAccount(value: unknown, network: Network): PlainAccount | undefined {
  const genesis = fieldOf(value, 'genesisHash')
  if (typeof genesis === 'string' && genesis !== '' && !genesis.startsWith(`0x${network.id}`))
    return undefined
  const label = textOf(fieldOf(value, 'name'), longestLabel)
  const address = fieldOf(value, 'address')
  // The address of an ECDSA key holds its hash.
  const type = fieldOf(value, 'type')
  const key = type === 'sr25519' || type === 'ed25519' ? parseSs58(address)?.key : undefined
  return toPolkadotAccount(address, network, {
    ...(label !== undefined && { label }),
    ...(key && { publicKey: `0x${bytesToHex(key)}` }),
  })
}

/** A method of a foreign object, to be called as its own. */
function callOf(owner: unknown, name: string): Call | undefined {
  const value = fieldOf(owner, name)
  return typeof value === 'function' ? (...values) => Reflect.apply(value, owner, values) : undefined
}

/** What the wallet shows beside the origin, which it knows by itself. */
function pageName(): string {
  return globalThis.location?.hostname || 'Latchkey'
}

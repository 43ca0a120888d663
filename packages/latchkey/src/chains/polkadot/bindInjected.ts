import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { parseSs58 } from '../../addresses/ss58.ts'
import type { Network } from '../../contract/network.ts'
import { fieldOf, itemsOf } from '../foreign/readForeign.ts'
import { textOf } from '../foreign/textOf.ts'
import { readFailure } from '../foreign/toWalletError.ts'
import type { PlainAccount, PlainWallet } from '../plain/plainWallet.ts'
import { toPolkadotAccount } from './polkadotAddress.ts'
import { readPolkadotSignature } from './readPolkadotSignature.ts'

const mostAccounts = 100
const longestLabel = 40
/** How extensions say that they do not share accounts with the page: they give no number. */
const stranger = /not allowed to interact|not been enabled|not been authorized/i

type Call = (...values: unknown[]) => unknown

/**
 * An entry of `injectedWeb3`; undefined for a value that is none. `enable` prompts a page that the wallet does not know, and nothing
 * says beforehand whether it will: silently it is called where our own record has the wallet.
 */
export function bindInjected(provider: object): PlainWallet | undefined {
  // As the ecosystem's own library chooses: a wallet with `connect` refuses `enable`.
  const enable = callOf(provider, 'connect') ?? callOf(provider, 'enable')
  return enable && bindEntry(enable)
}

function bindEntry(enable: Call): PlainWallet {
  let injected: unknown
  let asking: Promise<unknown> | undefined

  /** One request at a time: extensions refuse a second one while the first is open. */
  async function open(): Promise<unknown> {
    asking ??= (async () => enable(pageName()))().finally(() => {
      asking = undefined
    })
    injected = await asking
    return injected
  }

  return {
    keepsActive: true,
    async accounts({ silent, known, network }) {
      if (!injected && silent && !known) return undefined
      try {
        const accounts = fieldOf(injected ?? (await open()), 'accounts')
        const list = itemsOf(await callOf(accounts, 'get')?.(), mostAccounts)
        if (!list) {
          injected = undefined
          return 'bad'
        }
        return list.flatMap(each => toAccount(each, network) ?? [])
      } catch (cause) {
        injected = undefined
        if (silent && stranger.test(readFailure(cause).message ?? '')) return undefined
        throw cause
      }
    },
    watch(changed) {
      let live = true
      const subscribe = callOf(fieldOf(injected, 'accounts'), 'subscribe')
      let stop: unknown
      try {
        // The first call comes at once and brings nothing new.
        stop = subscribe?.(() => live && changed('stale'))
      } catch {
        // A wallet without events is followed by what it answers.
      }
      return () => {
        live = false
        try {
          if (typeof stop === 'function') stop()
        } catch {
          // It ends with the page.
        }
      }
    },
    get signMessage() {
      const sign = callOf(fieldOf(injected, 'signer'), 'signRaw')
      if (!sign) return undefined
      return async ({ account, message }: { readonly account: PlainAccount; readonly message: string }) => {
        const data = `0x${bytesToHex(utf8ToBytes(message))}`
        // The wallet puts `<Bytes>` and `</Bytes>` around it.
        const answer = await sign({ address: account.source, data, type: 'bytes' })
        return readPolkadotSignature(answer, 'signRaw')
      }
    },
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

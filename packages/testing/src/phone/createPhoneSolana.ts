import { formatBase58, readBase58 } from 'latchkey/pairing'
import { fromBase64, toBase64 } from '../core/base64.ts'
import type { Clock } from '../core/clock.ts'
import type { Act } from '../core/createConductor.ts'
import { createScriptedWallet, type ScriptControl } from '../core/createScriptedWallet.ts'
import { createRpc } from '../evm/createRpc.ts'
import { providerError } from '../evm/providerError.ts'
import { firstSignature, isSignerOf, signatureOf, signTransaction } from '../solana/signTransaction.ts'
import { type SolanaTestAccount, signBytes } from '../solana/solanaAccounts.ts'
import type { PhoneAssets } from './grantNamespaces.ts'
import { phoneErrors } from './phoneErrors.ts'
import {
  type PhoneSolanaOptions,
  type PhoneWalletOptions,
  phoneEvents,
  solanaMethods,
} from './phoneOptions.ts'

/** What the phone has of solana. */
export interface PhoneSolana {
  /** What sites ask to be signed or sent there. */
  readonly control: ScriptControl
  /** The addresses of all its accounts, in base58. */
  readonly accounts: readonly string[]
  /** The addresses that sites see, the active one first; a new list after each change. */
  readonly shown: readonly string[]
  /** Chooses what sites see, by index, the active one first, and notifies them. @throws RangeError. */
  setAccounts(indexes: readonly number[]): void
}

/** The same, as the phone's own parts use it. */
export interface SolanaSide extends PhoneSolana {
  assets(indexes?: readonly number[]): PhoneAssets
  carryOut(method: string, params: unknown, caipNetworkId: string): unknown
}

/** The largest message that a site may have signed, in bytes. */
const longestMessage = 100_000

/** Makes the part of the phone that speaks solana: real keys, scripted manners. */
export function createPhoneSolana(
  options: PhoneSolanaOptions,
  phone: Pick<PhoneWalletOptions, 'mode' | 'script' | 'post' | 'events'> & {
    readonly clock: Clock
    readonly changed: () => void
    readonly lock: { isLocked(): boolean; lock(): void; unlock(): void }
  },
): SolanaSide {
  const { accounts, clusters } = options
  const call = createRpc(phone.post)
  const addresses = accounts.map(({ address }) => address)
  let shown = addresses
  /** Where each request is to be carried out, by its parameters. */
  const places = new WeakMap<object, string>()

  const scripted = createScriptedWallet({
    script: phone.script,
    mode: phone.mode,
    clock: phone.clock,
    stage: {
      prepare,
      slot: () => undefined,
      isOffline: () => false,
      ...phone.lock,
      goOffline: () => undefined,
      errors: phoneErrors,
    },
  })

  function prepare(method: string, params: unknown): Act {
    const asked = Object(params) as Readonly<Record<string, unknown>>
    const prompt = (perform: () => unknown): Act => ({ prompts: true, perform })
    switch (method) {
      case 'solana_getAccounts':
      case 'solana_requestAccounts':
        return { prompts: false, perform: () => shown.map(pubkey => ({ pubkey })) }
      case 'solana_signMessage': {
        const message = typeof asked.message === 'string' && readBase58(asked.message, longestMessage)
        if (!message) throw providerError(-32602)
        const signer = keyOf(asked.pubkey)
        return prompt(() => ({ signature: formatBase58(signBytes(signer, message)) }))
      }
      case 'solana_signTransaction': {
        const order = orderOf(asked.transaction, asked.pubkey)
        return prompt(() => {
          const signed = sign(order)
          const signature = formatBase58(signatureOf(order.signer, signed))
          return { signature, transaction: toBase64(signed) }
        })
      }
      case 'solana_signAllTransactions': {
        if (!Array.isArray(asked.transactions) || asked.transactions.length === 0) throw providerError(-32602)
        const orders = asked.transactions.map(each => orderOf(each, asked.pubkey))
        return prompt(() => ({ transactions: orders.map(sign).map(toBase64) }))
      }
      case 'solana_signAndSendTransaction': {
        const order = orderOf(asked.transaction, asked.pubkey)
        return prompt(async () => {
          const signed = sign(order)
          await send(signed, asked.sendOptions, places.get(asked))
          return { signature: formatBase58(firstSignature(signed)) }
        })
      }
      default:
        throw providerError(4200)
    }
  }

  /** The account of the phone that a site sees; the first one when the site names none. */
  function keyOf(pubkey: unknown): SolanaTestAccount {
    const address = pubkey === undefined ? shown[0] : pubkey
    const found = accounts.find(each => each.address === address)
    if (!found || !shown.includes(found.address)) throw providerError(4100)
    return found
  }

  /** By the account that the site names, or the first one it sees that is a signer. */
  function orderOf(transaction: unknown, pubkey: unknown) {
    const wire = bytesOf(transaction)
    if (!wire) throw providerError(-32602, 'The transaction is not base64.')
    const signer =
      pubkey === undefined
        ? accounts.find(each => shown.includes(each.address) && isSignerOf(each, wire))
        : keyOf(pubkey)
    if (!signer || !isSignerOf(signer, wire)) throw providerError(-32602, 'This account does not sign it.')
    return { wire, signer }
  }

  function sign({ wire, signer }: ReturnType<typeof orderOf>): Uint8Array {
    return signTransaction(signer, wire)
  }

  async function send(signed: Uint8Array, sendOptions: unknown, caipNetworkId?: string): Promise<void> {
    const place = clusters.find(each => each.caipNetworkId === caipNetworkId)
    const node = { id: 0, ...(place?.rpcUrl !== undefined && { rpcUrl: place.rpcUrl }) }
    await call(node, 'sendTransaction', [toBase64(signed), { ...Object(sendOptions), encoding: 'base64' }])
  }

  return {
    control: scripted.control,
    accounts: addresses,
    get shown() {
      return shown
    },
    setAccounts(indexes) {
      shown = indexes.map(index => {
        const address = addresses[index]
        if (address === undefined) throw new RangeError(`The phone has no account ${index} of solana.`)
        return address
      })
      scripted.notify()
      phone.changed()
    },
    assets: indexes => ({
      chains: clusters.map(({ caipNetworkId }) => caipNetworkId),
      addresses: indexes ? indexes.flatMap(index => addresses[index] ?? []) : shown,
      methods: options.methods ?? solanaMethods,
      events: phone.events ?? phoneEvents,
    }),
    carryOut(method, params, caipNetworkId) {
      if (typeof params === 'object' && params !== null) places.set(params, caipNetworkId)
      return scripted.play(method, params)
    },
  }
}

function bytesOf(text: unknown): Uint8Array | undefined {
  if (typeof text !== 'string' || text === '') return undefined
  try {
    return fromBase64(text)
  } catch {
    return undefined
  }
}

/** Asks a wallet of bitcoin and stacks for its addresses. Its one prompt answers for both, so that both adapters read the same answer. */
import { fieldOf, itemsOf } from '../foreign/readForeign.ts'
import { askFirst, askGranted, lacksMethod } from './askFirst.ts'
import { askRegistered } from './askRegistered.ts'

/** An address as wallets answer it. What it is for is said in a different place by each of them. */
export interface RegisteredAddress {
  readonly address: string
  /** Hex. */
  readonly publicKey?: string
  /** `payment`, `ordinals` or `stacks` (Xverse). */
  readonly purpose?: string
  /** `p2wpkh`, `p2sh`, `p2tr`, `stacks` and so on (Xverse). */
  readonly addressType?: string
  /** `BTC` or `STX` (Leather). */
  readonly symbol?: string
  /** `p2wpkh`, `p2tr` and so on (Leather). */
  readonly type?: string
}

export interface AddressesOrder {
  readonly silent: boolean
  /** What addresses are wanted for, of all namespaces that the prompt answers for. */
  readonly purposes: readonly string[]
  /** The network in the wallets' words: `mainnet` or `testnet`. */
  readonly network: string
  /** Where a joint prompt's answer is left for the other namespace. */
  readonly prompt?: { answer?: unknown } | undefined
}

/** Addresses, `bad` for an answer that is no list of them, undefined where a wallet cannot be asked silently. */
export type AddressesAnswer = readonly RegisteredAddress[] | 'bad' | undefined

const mostAddresses = 100
const longestField = 200
/**
 * Asks with a prompt, by the name that the wallet has for it; or silently, which reads what the joint prompt answered, else asks wallets
 * that have a call for it. @throws the error of the wallet, or whatever it throws.
 */
export async function askAddresses(
  provider: object,
  { silent, purposes, network, prompt }: AddressesOrder,
): Promise<AddressesAnswer> {
  if (silent) return prompt && 'answer' in prompt ? readAddresses(prompt.answer) : askSilently(provider)
  const asked = await askFirst(
    [
      // Xverse's `getAddresses` prompts at every call; this one asks for a lasting permission.
      ['wallet_connect', { addresses: purposes, network: network === 'mainnet' ? 'Mainnet' : 'Testnet' }],
      ['getAddresses', { purposes, network }],
      ['stx_getAddresses', { network }],
    ],
    // A number of sats-connect means another thing in SIP-030, whose are the other two.
    (method, params) => (method === 'wallet_connect' ? askGranted : askRegistered)(provider, method, params),
  )
  if ('refusal' in asked) throw asked.refusal
  const { answer } = asked
  if (prompt) prompt.answer = answer
  return readAddresses(answer)
}

async function askSilently(provider: object): Promise<AddressesAnswer> {
  try {
    return readAddresses(await askRegistered(provider, 'wallet_getAccount', null))
  } catch (cause) {
    if (lacksMethod(cause)) return undefined
    throw cause
  }
}

/** The addresses of an answer, as `{ addresses }` or as a list. */
export function readAddresses(answer: unknown): readonly RegisteredAddress[] | 'bad' {
  const items = itemsOf(fieldOf(answer, 'addresses') ?? answer, mostAddresses)
  if (!items) return 'bad'
  return items.flatMap(item => {
    const field = (name: string) => {
      const value = fieldOf(item, name)
      return typeof value === 'string' && value.length <= longestField ? { [name]: value } : {}
    }
    const address = field('address').address
    if (address === undefined) return []
    const fields = ['publicKey', 'purpose', 'addressType', 'symbol', 'type'].map(field)
    return [Object.assign({ address }, ...fields) as RegisteredAddress]
  })
}

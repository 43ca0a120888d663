import { ProviderRpcError } from '@latchkey/testing'
import { type Address, type Hex, hexToBytes, isAddress, isHex, stringToHex } from 'viem'
import { isReadable, plainText, signedText } from '../text/plainText.ts'
import type { SolanaStep } from './readSolanaRequest.ts'
import { type DataLine, readTypedData } from './readTypedData.ts'

/** What a request would do, in a form that a person can read. */
export type Asked =
  | {
      readonly kind: 'message'
      readonly account: string
      /** Absent when the bytes are no text. */
      readonly text?: string
      readonly hex: Hex
    }
  | {
      readonly kind: 'typedData'
      readonly account: Address
      readonly primaryType: string
      readonly domain: readonly DataLine[]
      readonly message: readonly DataLine[]
    }
  | {
      readonly kind: 'transaction'
      readonly account: Address
      /** Absent for a new contract. */
      readonly to?: Address
      readonly value: bigint
      readonly data?: Hex
      /** Whether it is going to be sent, or signed and handed back. */
      readonly isSent: boolean
    }
  | { readonly kind: 'network'; readonly chainId: number }
  | {
      readonly kind: 'payment'
      /** In the order in which they are tried. */
      readonly ways: readonly PaymentWay[]
    }
  | {
      readonly kind: 'solana'
      readonly account: string
      /** Whether it is going to be sent, or signed and handed back. */
      readonly isSent: boolean
      /** How many transactions there are. */
      readonly count: number
      /** Of all of them, in their order. */
      readonly steps: readonly SolanaStep[]
    }

/** One way to pay that a site accepts. */
export interface PaymentWay {
  /** CAIP-2, of asset and receiver. */
  readonly chain: string
  readonly to: string
  /** In the smallest units. */
  readonly amount: bigint
  /** The contract; absent for the network's own currency. */
  readonly token?: Address
}

/** The methods that the phone grants; each has a screen of its own. */
export const phoneMethods = [
  'personal_sign',
  'eth_sendTransaction',
  'eth_signTransaction',
  'eth_signTypedData_v4',
  'wallet_switchEthereumChain',
  'wallet_pay',
] as const

/** Longest message or data that the phone shows; a longer one is refused, since a visitor could not read it. */
const longest = 64_000

/**
 * Reads a request as the screen shows it. What cannot be shown whole is refused.
 * @throws ProviderRpcError 4200 for a method that was not granted, -32602 for one that cannot be read.
 */
export function readRequest(method: string, params: unknown): Asked {
  const list = Array.isArray(params) ? params : [params]
  switch (method) {
    case 'personal_sign':
      return readMessage(list)
    case 'eth_signTypedData_v4':
      return { kind: 'typedData', account: readAccount(list[0]), ...readTypedData(list[1]) }
    case 'eth_sendTransaction':
    case 'eth_signTransaction':
      return readTransaction(list[0], method === 'eth_sendTransaction')
    case 'wallet_switchEthereumChain':
      return { kind: 'network', chainId: readChainId(list[0]) }
    case 'wallet_pay':
      return readPayment(list[0])
    default:
      throw new ProviderRpcError(4200, `This wallet does not know the method "${plainText(method, 60)}".`)
  }
}

/** Sites send the two parameters in either order, and the text as it is or in hexadecimal. */
function readMessage([first, second]: readonly unknown[]): Asked {
  const isSwapped = isAccount(first) && !isAccount(second)
  const [message, from] = isSwapped ? [second, first] : [first, second]
  const account = readAccount(from)
  if (typeof message !== 'string') throw invalid('The message must be a string.')
  if (message.length > longest) throw invalid('The message is too long to be read.')
  const hex = isHex(message) && message.length % 2 === 0 ? message : stringToHex(message)
  const text = decode(hex)
  return { kind: 'message', account, hex, ...(text !== undefined && { text: signedText(text) }) }
}

function decode(hex: Hex): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(hexToBytes(hex))
    return isReadable(text) ? text : undefined
  } catch {
    return undefined
  }
}

function readTransaction(value: unknown, isSent: boolean): Asked {
  if (typeof value !== 'object' || value === null) throw invalid('The transaction must be an object.')
  const { from, to, value: amount, data, input } = value as Readonly<Record<string, unknown>>
  const account = readAccount(from)
  const bytes = data ?? input
  if (bytes !== undefined && bytes !== null && !(typeof bytes === 'string' && isHex(bytes))) {
    throw invalid('The data must be hexadecimal.')
  }
  if (typeof bytes === 'string' && bytes.length > longest * 4) throw invalid('The data is too long.')
  if (to !== undefined && to !== null && !isAccount(to)) throw invalid('The recipient must be an address.')
  return {
    kind: 'transaction',
    account,
    ...(isAccount(to) && { to }),
    value: readQuantity(amount),
    ...(typeof bytes === 'string' && bytes !== '0x' && { data: bytes as Hex }),
    isSent,
  }
}

const mostWays = 20

/** CAIP-358. */
function readPayment(value: unknown): Asked {
  const ways = (value as { readonly acceptedPayments?: unknown } | null | undefined)?.acceptedPayments
  if (!Array.isArray(ways) || ways.length === 0 || ways.length > mostWays)
    throw invalid('The ways to pay must be a list.')
  return { kind: 'payment', ways: ways.map(readWay) }
}

function readWay(value: unknown): PaymentWay {
  if (typeof value !== 'object' || value === null) throw invalid('A way to pay must be an object.')
  const { asset, recipient, amount } = value as Readonly<Record<string, unknown>>
  const [, chain, to] = /^(eip155:\d+):(.+)$/.exec(String(recipient)) ?? []
  const [, there, currency, token] = /^(eip155:\d+)\/(?:(slip44:\d+)|erc20:(.+))$/.exec(String(asset)) ?? []
  if (!isAccount(to)) throw invalid('The recipient must be an address.')
  if (currency === undefined && !isAccount(token)) throw invalid('The asset must be a currency or a token.')
  if (chain === undefined || chain !== there)
    throw invalid('The recipient is on another chain than the asset.')
  return { chain, to, amount: readQuantity(amount), ...(isAccount(token) && { token }) }
}

function readQuantity(value: unknown): bigint {
  if (value === undefined || value === null) return 0n
  if (typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value)) return BigInt(value)
  throw invalid('The value must be a hexadecimal quantity.')
}

function readChainId(value: unknown): number {
  const chainId = (value as { readonly chainId?: unknown } | null | undefined)?.chainId
  const id =
    typeof chainId === 'string' && /^0x[1-9a-fA-F][0-9a-fA-F]{0,12}$/.test(chainId) ? Number(chainId) : 0
  if (!Number.isSafeInteger(id) || id === 0) throw invalid('The chainId must be a hexadecimal number.')
  return id
}

function readAccount(value: unknown): Address {
  if (isAccount(value)) return value
  throw invalid('The account must be an address.')
}

function isAccount(value: unknown): value is Address {
  return typeof value === 'string' && isAddress(value, { strict: false })
}

function invalid(message: string): ProviderRpcError {
  return new ProviderRpcError(-32602, message)
}

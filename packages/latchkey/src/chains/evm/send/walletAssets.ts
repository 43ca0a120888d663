import { addressOf, type CaipAddress } from '../../../contract/caip.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type { Network } from '../../../contract/network.ts'
import type { WalletAsset } from '../../../contract/walletAsset.ts'
import { fieldOf, itemsOf } from '../../foreign/readForeign.ts'
import { textOf } from '../../foreign/textOf.ts'
import { readFailure } from '../../foreign/toWalletError.ts'
import type { EvmWallet } from '../bindProvider.ts'
import { parseAddress } from '../codec/address.ts'
import { parseQuantity, toQuantity } from '../codec/hex.ts'
import { parseChainId } from '../parseAnswers.ts'
import { chainIdOf } from './transferCall.ts'

/** Assets that are read at most; no visitor looks through more. */
const mostAssets = 500
const longestText = 64
const longestUrl = 2_048
/** Milliseconds; a wallet that does not know the method may never answer. */
const longestWait = 5_000
/** Unsupported method, not authorised for it, method not found, invalid params (the paired wallet never agreed to it). */
const unknownCodes: readonly (number | undefined)[] = [4100, 4200, -32_601, -32_602, 5101, 3001, 3005]

/**
 * Returns the wallet's assets of the account on the network (EIP-7811 `wallet_getAssets`); undefined when it does not
 * know the method, or lists nothing for the network. Invalid items are left out.
 * @throws LatchkeyError BALANCE_UNAVAILABLE.
 */
export async function walletAssets(
  wallet: EvmWallet,
  { account, network }: { readonly account: CaipAddress; readonly network: Network },
): Promise<readonly WalletAsset[] | undefined> {
  const chainId = chainIdOf(network.caipNetworkId)
  let answer: unknown
  try {
    answer = await inTime(
      wallet.request('wallet_getAssets', [{ account: addressOf(account), chainFilter: [chainId] }]),
    )
  } catch (cause) {
    const { code, message } = readFailure(cause)
    if (
      unknownCodes.includes(code) ||
      /not (?:supported|exist|found|available|allowed)|unsupported/i.test(message ?? '')
    )
      return undefined
    throw createError('BALANCE_UNAVAILABLE', { cause, context: { method: 'wallet_getAssets' } })
  }
  const told = listOf(answer, network)
  if (told === nothing) return undefined
  const list = itemsOf(told, mostAssets)
  if (!list) throw createError('BALANCE_UNAVAILABLE', { context: { got: typeof answer } })
  const assets = new Map<string, WalletAsset>()
  for (const item of list) {
    const asset = parseAsset(item, network)
    if (asset && !assets.has(asset.address)) assets.set(asset.address, asset)
  }
  return [...assets.values()]
}

const nothing = Symbol('the network is left out')

/** The list of the network; an answer that leaves it out says nothing of it, nor that there is nothing. */
function listOf(answer: unknown, network: Network): unknown {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return undefined
  try {
    const key = Object.keys(answer)
      .slice(0, mostAssets)
      .find(each => parseChainId(each) === network.caipNetworkId)
    return key === undefined ? nothing : fieldOf(answer, key)
  } catch {
    return undefined
  }
}

function parseAsset(item: unknown, network: Network): WalletAsset | undefined {
  const kind = fieldOf(item, 'type')
  const balance = parseQuantity(fieldOf(item, 'balance'))
  const told = fieldOf(item, 'metadata')
  if (typeof kind !== 'string' || balance === undefined) return undefined
  if (kind.toLowerCase() === 'native') {
    // The network's own currency is known better here than there.
    const { name, symbol, decimals } = network.nativeCurrency
    const metadata = { name, symbol, decimals, ...prices(told), ...icon(told) }
    return { address: 'native', balance: toQuantity(balance), type: 'NATIVE', metadata }
  }
  const address = parseAddress(fieldOf(item, 'address'))
  const decimals = toDecimals(fieldOf(told, 'decimals'))
  const symbol = textOf(fieldOf(told, 'symbol'), longestText)
  if (kind.toLowerCase() !== 'erc20' || !address || decimals === undefined || !symbol) return undefined
  const name = textOf(fieldOf(told, 'name'), longestText) ?? symbol
  const metadata = { name, symbol, decimals, ...prices(told), ...icon(told) }
  return { address, balance: toQuantity(balance), type: 'ERC20', metadata }
}

/** One byte; without decimals no amount can be shown, and none is guessed (T74). */
function toDecimals(value: unknown): number | undefined {
  const decimals = typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : value
  return Number.isInteger(decimals) && (decimals as number) >= 0 && (decimals as number) <= 255
    ? (decimals as number)
    : undefined
}

function prices(told: unknown): { readonly value?: number; readonly price?: number } {
  const [value, price] = ['value', 'price'].map(name => {
    const number = fieldOf(told, name)
    return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : undefined
  })
  return { ...(value !== undefined && { value }), ...(price !== undefined && { price }) }
}

/** An absolute URL, or the services' path of a token's image, which the embedded wallet has from them. */
function icon(told: unknown): { readonly iconUrl?: string } {
  const url = fieldOf(told, 'iconUrl')
  const isUrl = typeof url === 'string' && url.length <= longestUrl
  return isUrl && /^(?:https:\/\/|\/public\/getTokenImage\/[\w.-]+$)/.test(url) ? { iconUrl: url } : {}
}

function inTime<T>(promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    AbortSignal.timeout(longestWait).addEventListener('abort', () => reject(createError('APKT004')))
    promise.then(resolve, reject)
  })
}

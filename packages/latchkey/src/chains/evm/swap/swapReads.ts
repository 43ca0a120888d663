/** What is asked before and after the calls of a swap, in the same simulation: balances by the tokens' own word, not by logs. */
import { addressOf } from '../../../contract/caip.ts'
import type { SentAsset } from '../../../contract/send.ts'
import type { SwapTerms } from '../../../contract/swap.ts'
import { fieldOf } from '../../foreign/readForeign.ts'
import { type Hex, word } from '../codec/abi.ts'
import { parseAddress } from '../codec/address.ts'
import type { AnyCall } from '../send/transferCall.ts'
import { encodeAllowance, onlyWord } from './readAllowance.ts'
import { isNativeToken } from './swapReading.ts'

/** Where the simulation has a contract that answers an account's balance of the native currency. */
const reader: Hex = '0xba1a9ce0ba1a9ce0ba1a9ce0ba1a9ce0ba1a9ce0'
/** Loads the word of the call, takes its balance, and returns it. */
export const balanceReader = { [reader]: { code: '0x6000353160005260206000f3' } }

/** Values in their order; undefined where one cannot be read. */
export interface SwapReads {
  readonly native: bigint | undefined
  readonly sell: bigint | undefined
  readonly buy: bigint | undefined
  readonly allowance: bigint | undefined
}

/** The contract of a token; undefined for the network's own currency, also where an address stands for it. */
export function tokenOf({ address }: SentAsset): Hex | undefined {
  return isNativeToken(address) ? undefined : parseAddress(address)
}

/** The questions for terms; on another network what arrives cannot be asked for. */
export function swapReads(
  from: Hex,
  terms: SwapTerms,
  spender: Hex | undefined,
): { readonly calls: readonly AnyCall[]; read(results: readonly unknown[]): SwapReads } {
  const receiver = (terms.recipient === undefined ? undefined : parseAddress(terms.recipient)) ?? from
  const isHere = terms.toNetworkId === undefined || terms.toNetworkId === terms.network.caipNetworkId
  const sell = tokenOf(terms.sell)
  const balance = (owner: string, token: Hex | undefined): AnyCall => {
    const data = word(BigInt(owner))
    const to = token ?? reader
    return { from, to, value: '0x0', data: token === undefined ? `0x${data}` : `0x70a08231${data}` }
  }
  const asked = {
    native: balance(from, undefined),
    sell: balance(from, sell),
    ...(isHere && { buy: balance(receiver, tokenOf(terms.buy)) }),
    ...(spender &&
      sell !== undefined && {
        allowance: {
          from,
          to: sell,
          value: '0x0' as const,
          data: encodeAllowance(addressOf(terms.from), spender),
        },
      }),
  }
  const names = Object.keys(asked)
  return {
    calls: Object.values(asked),
    read: results => {
      const wordOf = (name: string) => {
        const result = results[names.indexOf(name)]
        return fieldOf(result, 'status') === '0x1' ? onlyWord(fieldOf(result, 'returnData')) : undefined
      }
      return {
        native: wordOf('native'),
        sell: wordOf('sell'),
        buy: wordOf('buy'),
        allowance: wordOf('allowance'),
      }
    },
  }
}

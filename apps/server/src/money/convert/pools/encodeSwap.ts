import type { Address, Hex } from 'viem'
import { once } from '../../../core/libraries/once.ts'
import { viem } from '../../../core/libraries/viem.ts'

const abi = once(() =>
  viem().parseAbi([
    'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
    'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
    'function swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline)',
    'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
    'function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
    'function swapETHForExactTokens(uint256 amountOut, address[] path, address to, uint256 deadline) payable',
    'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
    'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
    'function swapTokensForExactETH(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline)',
  ]),
)

/** A trade to encode; amounts in base units. */
export interface Trade {
  readonly exact: 'in' | 'out'
  /** What leaves at most, and what arrives at least. */
  readonly most: bigint
  readonly least: bigint
  readonly path: readonly Address[]
  readonly to: Address
  /** Seconds since 1970, by the chain's time. */
  readonly deadline: bigint
  readonly paysNative: boolean
  readonly getsNative: boolean
  /** A token keeps a part of what is transferred: for an exact input alone. */
  readonly isTaxed: boolean
}

/** Encodes a trade for a router with v2's interface. */
export function encodeSwap(trade: Trade): { readonly data: Hex; readonly value: bigint } {
  const { exact, most, least, path, to, deadline, paysNative, getsNative, isTaxed } = trade
  const encode = (functionName: string, ...amounts: bigint[]): Hex =>
    viem().encodeFunctionData({
      abi: abi(),
      functionName,
      args: [...amounts, path, to, deadline],
    } as unknown as Parameters<ReturnType<typeof viem>['encodeFunctionData']>[0])
  const ending = isTaxed ? 'SupportingFeeOnTransferTokens' : ''
  if (exact === 'out') {
    if (paysNative) return { data: encode('swapETHForExactTokens', least), value: most }
    return {
      data: encode(`swapTokensForExact${getsNative ? 'ETH' : 'Tokens'}`, least, most),
      value: 0n,
    }
  }
  if (paysNative) return { data: encode(`swapExactETHForTokens${ending}`, least), value: most }
  return {
    data: encode(`swapExactTokensFor${getsNative ? 'ETH' : 'Tokens'}${ending}`, most, least),
    value: 0n,
  }
}

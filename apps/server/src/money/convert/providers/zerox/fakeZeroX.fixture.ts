import { encodeFunctionData, type Hex, parseAbi, zeroAddress } from 'viem'
import {
  type FakeVendor,
  startVendor,
  type VendorAnswer,
  type VendorRequest,
} from '../startVendor.fixture.ts'

/** AllowanceHolder of most chains, and a Settler as its registry would name it. */
export const allowanceHolder = '0x0000000000001fF3684f28c67538d4D072C22734'
export const settler = '0x207e1074858A7e78f17002075739eD2745dbaEce'
const native = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

/** `IAllowanceHolder.sol` and `ISettlerTakerSubmitted.sol` of 0xProject/0x-settler. */
const abi = parseAbi([
  'function exec(address operator, address token, uint256 amount, address target, bytes data) payable returns (bytes)',
  'function execute((address recipient, address buyToken, uint256 minAmountOut) slippage, bytes[] actions, bytes32 affiliate) payable returns (bool)',
])

/** What the fake's calldata says; a hostile one changes a part of it. */
export interface ZeroXCall {
  readonly operator: string
  readonly token: string
  readonly amount: bigint
  readonly target: string
  readonly recipient: string
  readonly buyToken: string
  readonly minAmountOut: bigint
  /** Older Settlers have the token before the recipient. */
  readonly isTokenFirst?: boolean
}

/** Calldata of AllowanceHolder around a Settler's. */
export function encodeZeroX(call: ZeroXCall): Hex {
  const [one, other] = call.isTokenFirst ? [call.buyToken, call.recipient] : [call.recipient, call.buyToken]
  const inner = encodeFunctionData({
    abi,
    functionName: 'execute',
    args: [
      { recipient: hex(one), buyToken: hex(other), minAmountOut: call.minAmountOut },
      ['0xc1fb425e', '0x38c9c147'],
      `0x${'0'.repeat(64)}`,
    ],
  })
  return encodeFunctionData({
    abi,
    functionName: 'exec',
    args: [hex(call.operator), hex(call.token), call.amount, hex(call.target), inner],
  })
}

/** How a fake 0x answers. */
export interface ZeroXTricks {
  readonly changeCall?: (call: ZeroXCall) => ZeroXCall
  /** The whole answer, before it is sent. */
  readonly change?: (answer: Record<string, unknown>) => unknown
  readonly instead?: VendorAnswer
}

/** One of `sellToken` buys two of `buyToken`, and 0x keeps 15 bps. */
export function startZeroX(tricks: ZeroXTricks = {}): Promise<FakeVendor> {
  return startVendor(request => {
    if (tricks.instead !== undefined) return tricks.instead
    if (request.headers['0x-version'] !== 'v2') return refusal('INPUT_INVALID')
    if (request.headers['0x-api-key'] === undefined) return { json: { message: 'no key' }, status: 401 }
    const { query, path } = request
    const [, kind] = /^\/swap\/allowance-holder\/(price|quote)$/.exec(path) ?? []
    if (kind === undefined || (query.sellAmount === undefined) === (query.buyAmount === undefined))
      return refusal('INPUT_INVALID')
    const json = answerOf(request, tricks, kind === 'quote')
    return { json: tricks.change?.(json) ?? json }
  })
}

function answerOf({ query }: VendorRequest, { changeCall }: ZeroXTricks, isFirm: boolean) {
  const { sellToken = '', buyToken = '', taker = '', recipient = taker, slippageBps = '100' } = query
  const isOut = query.buyAmount !== undefined
  const slack = BigInt(slippageBps)
  const gross = BigInt(query.sellAmount ?? 0) * 2n
  const zeroExFee = (gross * 15n) / 10_000n
  const appFee = (gross * BigInt(query.swapFeeBps ?? 0)) / 10_000n
  const buyAmount = isOut ? BigInt(query.buyAmount ?? 0) : gross - zeroExFee - appFee
  const sold = isOut ? buyAmount / 2n : BigInt(query.sellAmount ?? 0)
  const maxSold = isOut ? (sold * (10_000n + slack)) / 10_000n : sold
  const minBought = isOut ? buyAmount : (buyAmount * (10_000n - slack)) / 10_000n
  const isNative = sellToken.toLowerCase() === native.toLowerCase()
  const call: ZeroXCall = {
    operator: isNative ? zeroAddress : settler,
    token: isNative ? zeroAddress : sellToken,
    amount: isNative ? 0n : maxSold,
    target: settler,
    recipient,
    buyToken,
    minAmountOut: minBought,
  }
  const route = {
    fills: [
      { from: sellToken, to: buyToken, source: 'Uniswap_V3', proportionBps: '7000' },
      { from: sellToken, to: buyToken, source: 'Aerodrome_V1\u202e', proportionBps: '3000' },
    ],
    tokens: [
      { address: sellToken, symbol: 'ONE' },
      { address: buyToken, symbol: 'TWO' },
    ],
  }
  const untaxed = { buyTaxBps: '0', sellTaxBps: '0', transferTaxBps: '0' }
  const feeToken = query.swapFeeToken ?? buyToken
  return {
    liquidityAvailable: true,
    blockNumber: '20850142',
    buyToken,
    sellToken,
    buyAmount: String(buyAmount),
    ...(isOut
      ? { mode: 'exact-out', maxSellAmount: String(maxSold), estimatedNetSellAmount: String(sold) }
      : { mode: 'exact-in', sellAmount: String(sold), minBuyAmount: String(minBought) }),
    ...(isOut ? { routes: { forward: route, refund: { fills: [], tokens: [] } } } : { route }),
    allowanceTarget: isNative ? null : allowanceHolder,
    fees: {
      integratorFee: appFee === 0n ? null : { amount: String(appFee), token: feeToken, type: 'volume' },
      integratorFees: appFee === 0n ? null : [{ amount: String(appFee), token: feeToken, type: 'volume' }],
      zeroExFee: { amount: String(zeroExFee), token: buyToken, type: 'volume' },
      gasFee: null,
    },
    issues: {
      allowance: isNative ? null : { actual: '0', spender: allowanceHolder },
      balance: null,
      simulationIncomplete: false,
      invalidSourcesPassed: [],
    },
    tokenMetadata: { buyToken: untaxed, sellToken: untaxed },
    totalNetworkFee: '21080000000000',
    zid: '0x111111111111111111111111',
    ...(isFirm
      ? {
          transaction: {
            to: allowanceHolder,
            data: encodeZeroX(changeCall?.(call) ?? call),
            gas: '288079',
            gasPrice: '73178385',
            value: isNative ? String(maxSold) : '0',
          },
        }
      : { gas: '288079', gasPrice: '73178385' }),
  } satisfies Record<string, unknown>
}

function refusal(name: string): VendorAnswer {
  return { json: { name, message: 'The input is invalid', data: { zid: '0x11', details: [] } }, status: 400 }
}

/** Without a checksum, which hostile addresses lack. */
function hex(address: string): Hex {
  return address.toLowerCase() as Hex
}

import { encodeFunctionData, type Hex, pad, parseAbi, zeroAddress, zeroHash } from 'viem'
import { solanaTransaction } from '../solanaTransaction.fixture.ts'
import {
  type FakeVendor,
  startVendor,
  type VendorAnswer,
  type VendorRequest,
} from '../startVendor.fixture.ts'

/** LI.FI's diamond on most chains, an exchange that it may call, and its number of Solana. */
export const diamond = '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE'
const feeForwarder = '0x6c95b0c4a1e8b8bb2e8b3d4a7b0fee7e2b5d3a01'
const exchange = '0x6131B5fae19EA4f9D964eAc0408E4408b66337b5'
const solanaNumber = 1_151_111_081_099_710

/** `GenericSwapFacetV3.sol`, `AcrossFacetV4.sol`, `LibSwap.sol` and `ILiFi.sol` of lifinance/contracts. */
const abi = parseAbi([
  'struct SwapData { address callTo; address approveTo; address sendingAssetId; address receivingAssetId; uint256 fromAmount; bytes callData; bool requiresDeposit; }',
  'function swapTokensSingleV3ERC20ToERC20(bytes32 id, string integrator, string referrer, address receiver, uint256 minAmountOut, SwapData data)',
  'function swapTokensSingleV3ERC20ToNative(bytes32 id, string integrator, string referrer, address receiver, uint256 minAmountOut, SwapData data)',
  'function swapTokensSingleV3NativeToERC20(bytes32 id, string integrator, string referrer, address receiver, uint256 minAmountOut, SwapData data) payable',
  'function swapTokensMultipleV3ERC20ToERC20(bytes32 id, string integrator, string referrer, address receiver, uint256 minAmountOut, SwapData[] data)',
  'struct BridgeData { bytes32 transactionId; string bridge; string integrator; address referrer; address sendingAssetId; address receiver; uint256 minAmount; uint256 destinationChainId; bool hasSourceSwaps; bool hasDestinationCall; }',
  'struct AcrossV4Data { bytes32 receiverAddress; bytes32 refundAddress; bytes32 sendingAssetId; bytes32 receivingAssetId; uint256 outputAmount; uint128 outputAmountMultiplier; bytes32 exclusiveRelayer; uint32 quoteTimestamp; uint32 fillDeadline; uint32 exclusivityParameter; bytes message; }',
  'function startBridgeTokensViaAcrossV4(BridgeData bridge, AcrossV4Data across) payable',
])

/** What the fake's calldata says; a hostile one changes a part of it. */
export interface LifiCall {
  readonly receiver: string
  readonly minAmountOut: bigint
  readonly sendingAssetId: string
  readonly receivingAssetId: string
  readonly fromAmount: bigint
  /** What is taken of the sold token for LI.FI's fee before the swap, as it does for most integrators. */
  readonly feeFirst?: bigint
  /** Tokens that the call takes besides. */
  readonly also?: readonly { readonly token: string; readonly amount: bigint }[]
  /** The chain id of another network. */
  readonly destination?: bigint
  /** Who gets back what a bridge did not pay out; default the receiver. */
  readonly refund?: string
}

/** Calldata of the diamond. */
export function encodeLifi(call: LifiCall): Hex {
  const swapOf = (sendingAssetId: string, fromAmount: bigint) => ({
    callTo: hex(exchange),
    approveTo: hex(exchange),
    sendingAssetId: hex(sendingAssetId),
    receivingAssetId: hex(call.receivingAssetId),
    fromAmount,
    callData: '0xe21fd0e9' as const,
    requiresDeposit: true,
  })
  if (call.destination !== undefined) return encodeBridge(call, call.destination)
  const before = [zeroHash, 'latchkey', '', hex(call.receiver), call.minAmountOut] as const
  const first = swapOf(call.sendingAssetId, call.fromAmount)
  if (call.feeFirst !== undefined) {
    const { sendingAssetId } = call
    const forwarded = {
      ...first,
      callTo: hex(feeForwarder),
      approveTo: hex(feeForwarder),
      receivingAssetId: hex(sendingAssetId),
    }
    const rest = { ...swapOf(sendingAssetId, call.fromAmount - call.feeFirst), requiresDeposit: false }
    return encodeFunctionData({
      abi,
      functionName: 'swapTokensMultipleV3ERC20ToERC20',
      args: [...before, [forwarded, rest]],
    })
  }
  if (call.also !== undefined) {
    const swaps = [first, ...call.also.map(({ token, amount }) => swapOf(token, amount))]
    return encodeFunctionData({
      abi,
      functionName: 'swapTokensMultipleV3ERC20ToERC20',
      args: [...before, swaps],
    })
  }
  const functionName =
    call.sendingAssetId === zeroAddress
      ? 'swapTokensSingleV3NativeToERC20'
      : call.receivingAssetId === zeroAddress
        ? 'swapTokensSingleV3ERC20ToNative'
        : 'swapTokensSingleV3ERC20ToERC20'
  return encodeFunctionData({ abi, functionName, args: [...before, first] })
}

function encodeBridge(call: LifiCall, destinationChainId: bigint): Hex {
  const { sendingAssetId, receiver, fromAmount, minAmountOut, receivingAssetId, refund } = call
  return encodeFunctionData({
    abi,
    functionName: 'startBridgeTokensViaAcrossV4',
    args: [
      {
        transactionId: zeroHash,
        bridge: 'across',
        integrator: 'latchkey',
        referrer: zeroAddress,
        sendingAssetId: hex(sendingAssetId),
        receiver: hex(receiver),
        minAmount: fromAmount,
        destinationChainId,
        hasSourceSwaps: false,
        hasDestinationCall: false,
      },
      {
        receiverAddress: pad(hex(receiver)),
        refundAddress: pad(hex(refund ?? receiver)),
        sendingAssetId: pad(hex(sendingAssetId)),
        receivingAssetId: pad(hex(receivingAssetId)),
        outputAmount: minAmountOut,
        outputAmountMultiplier: 10n ** 18n,
        exclusiveRelayer: zeroHash,
        quoteTimestamp: 1_790_000_000,
        fillDeadline: 1_790_001_200,
        exclusivityParameter: 0,
        message: '0x',
      },
    ],
  })
}

/** How a fake LI.FI answers. */
export interface LifiTricks {
  readonly changeCall?: (call: LifiCall) => LifiCall
  /** A whole quote, before it is sent. */
  readonly change?: (step: FakeStep) => unknown
  readonly instead?: (request: VendorRequest) => VendorAnswer | undefined
  /** What `/status` says. */
  readonly status?: unknown
  readonly headers?: () => Readonly<Record<string, string>>
}

/** One of `fromToken` buys two of `toToken`, less 0.25 % for LI.FI. */
export function startLifi(tricks: LifiTricks = {}): Promise<FakeVendor> {
  return startVendor(request => {
    const instead = tricks.instead?.(request)
    if (instead !== undefined) return instead
    const headers = tricks.headers?.() ?? {
      'ratelimit-limit': '200',
      'ratelimit-remaining': '199',
      'ratelimit-reset': '7200',
    }
    const json = answerOf(request, tricks)
    return json === undefined
      ? { json: { code: 1_003, message: 'Not found' }, status: 404, headers }
      : { json, headers }
  })
}

function answerOf({ path, query }: VendorRequest, tricks: LifiTricks): unknown {
  switch (path) {
    case '/chains':
      return {
        chains: [1, 10, 137, 8_453, 42_161, solanaNumber].map(id => ({ id, mainnet: true, key: 'x' })),
      }
    case '/tokens':
      return { tokens: { [query.chains ?? '']: tokens } }
    case '/status':
      return tricks.status
    case '/quote':
    case '/quote/toAmount': {
      const step = stepOf(query, tricks.changeCall)
      return tricks.change?.(step) ?? step
    }
    default:
      return undefined
  }
}

const tokens = [
  ['USDC', 'USD Coin', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 'verified'],
  ['DAI', 'Dai Stablecoin', '0x6B175474E89094C44Da98b954EedeAC495271d0F', 'verified'],
  ['USDC.e', 'USD Coin of elsewhere', '0x00000000000000000000000000000000000000e1', 'unverified'],
  ['USDC', 'USD Coin', '0x00000000000000000000000000000000000000e2', 'flagged'],
  ['USDC', 'no address', 'nowhere', 'verified'],
  ['ETH', 'Ether', zeroAddress, 'verified'],
].map(([symbol, name, address, verificationStatus]) => ({
  chainId: 1,
  symbol,
  name,
  address,
  decimals: 18,
  priceUSD: '1',
  verificationStatus,
}))

/** A quote as LI.FI writes one. */
export type FakeStep = ReturnType<typeof stepOf>

function stepOf(query: VendorRequest['query'], changeCall: LifiTricks['changeCall']) {
  const { fromToken = '', toToken = '', fromAddress = '', toAddress = fromAddress } = query
  const [fromChainId, toChainId] = [Number(query.fromChain), Number(query.toChain)]
  const [isCross, isSolana] = [fromChainId !== toChainId, fromChainId === solanaNumber]
  const keptBps = 10_000 - Math.round(Number(query.slippage ?? 0.005) * 10_000)
  // For an exact output LI.FI chooses the amount so that the least is what was asked for.
  const fromAmount =
    query.toAmount === undefined
      ? BigInt(query.fromAmount ?? 0)
      : (BigInt(query.toAmount) * 10_000n * 10_000n) / (2n * 9_975n * BigInt(keptBps)) + 1n
  const toAmount = (fromAmount * 2n * 9_975n) / 10_000n
  const toAmountMin = (toAmount * BigInt(keptBps)) / 10_000n
  const fee = (fromAmount * 25n) / 10_000n
  const appFee = (fromAmount * BigInt(Math.round(Number(query.fee ?? 0) * 10_000))) / 10_000n
  const tokenOf = (address: string, chainId: number) => ({
    address,
    chainId,
    symbol: 'ONE',
    decimals: 18,
    name: 'One',
    priceUSD: '1',
  })
  const [from, to] = [tokenOf(fromToken, fromChainId), tokenOf(toToken, toChainId)]
  const call: LifiCall = {
    receiver: toAddress,
    minAmountOut: toAmountMin,
    sendingAssetId: fromToken,
    receivingAssetId: toToken,
    fromAmount,
    ...(isCross && { destination: BigInt(toChainId) }),
  }
  const tool = isCross ? 'across' : 'kyberswap'
  const action = {
    fromChainId,
    toChainId,
    fromToken: from,
    toToken: to,
    fromAmount: String(fromAmount),
    fromAddress,
    toAddress,
    slippage: Number(query.slippage ?? 0.005),
  }
  const estimate = {
    tool,
    fromAmount: String(fromAmount),
    toAmount: String(toAmount),
    toAmountMin: String(toAmountMin),
    approvalAddress: isSolana ? '' : diamond,
    approvalReset: fromToken.toLowerCase() === '0xdac17f958d2ee523a2206206994597c13d831ec7',
    executionDuration: isCross ? 12.4 : 0,
    feeCosts: [
      {
        name: 'LIFI Fixed Fee',
        description: 'Fixed LIFI fee, independent of any other fee',
        token: from,
        amount: String(fee + appFee),
        amountUSD: '0.01',
        percentage: '0.0025',
        included: true,
        feeSplit: { integratorFee: String(appFee), lifiFee: String(fee) },
      },
    ],
    gasCosts: [
      {
        type: 'SEND' as const,
        price: '1',
        estimate: '180000',
        limit: '225000',
        amount: '1',
        amountUSD: '1',
        token: from,
      },
    ],
  }
  const toolDetails = {
    key: tool,
    name: isCross ? 'AcrossV4' : 'KyberSwap',
    logoURI: 'https://logo.example/x.svg',
  }
  const stepBase = { id: '11111111-2222-4333-8444-555555555555', tool, toolDetails, action, estimate }
  return {
    ...stepBase,
    type: 'lifi' as const,
    includedSteps: [
      { ...stepBase, type: 'protocol' as const, tool: 'feeCollection' },
      { ...stepBase, type: isCross ? ('cross' as const) : ('swap' as const) },
    ],
    transactionRequest: isSolana
      ? { data: solanaTransaction({ payer: fromAddress, programs: [lifiProgram] }) }
      : {
          to: diamond,
          from: fromAddress,
          chainId: fromChainId,
          data: encodeLifi(changeCall?.(call) ?? call),
          value: fromToken === zeroAddress ? `0x${fromAmount.toString(16)}` : '0x0',
          gasLimit: '0x36ee8',
          gasPrice: '0x45c9a51',
        },
  }
}

const lifiProgram = 'LiFiQWz8dMkbXzVEVL4rPzsLqz7zbTvyJ9wBBzHcKMv'

/** Without a checksum, which hostile addresses lack. */
function hex(address: string): Hex {
  return address.toLowerCase() as Hex
}

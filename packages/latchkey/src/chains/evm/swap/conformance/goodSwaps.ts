/** A good call of every shape, encoded by viem: an encoder that shares nothing with ours. */
import {
  concatHex,
  decodeAbiParameters,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  pad,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import type { CaipNetworkId } from '../../../../contract/caip.ts'
import type { Network } from '../../../../contract/network.ts'
import type { BuiltSwap, SwapContract, SwapShape, SwapTerms } from '../../../../contract/swap.ts'
import { knownSwapContracts } from '../knownSwapContracts.ts'
import { swapRouters } from '../swapRouters.ts'

export const me = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
export const other = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
export const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
export const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
export const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
export const eee = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
export const zero = `0x${'0'.repeat(40)}` as const
export const settler = '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'
const oneInch = '0x111111125421cA6dc452d289314280a0f8842A65'

export const network = {
  id: 1,
  caipNetworkId: 'eip155:1',
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
} as unknown as Network

const id: CaipNetworkId = 'eip155:1'
/** The pinned ones, and what a signed list adds: Uniswap's other routers, a Settler, and 1inch's router. */
export const contracts: readonly SwapContract[] = [
  ...knownSwapContracts(id),
  ...(['v3', 'router02', 'universal'] as const).flatMap(shape =>
    (swapRouters[1]?.[shape] ?? []).map(address => ({
      ...{ network: id, provider: 'pools', shape, address },
      // The universal ones take tokens by way of Permit2.
      spender: shape !== 'universal',
    })),
  ),
  { network: id, provider: '0x', shape: 'allowanceHolder', address: settler, spender: false },
  { network: id, provider: '1inch', shape: '1inch', address: oneInch, spender: true },
]

export const [most, least] = [7_000_001n, 4_999_999n]
const deadline = 1_790_000_000n
/** What no reader looks into: a run of bytes that stands nowhere else. */
const opaque: Hex = `0x${'c7'.repeat(64)}`
const opaqueWord: Hex = `0x${'b9'.repeat(32)}`

/** A call that is what was agreed. */
export interface GoodSwap {
  readonly name: string
  readonly shape: SwapShape
  readonly built: BuiltSwap & { readonly call: { readonly data: Hex; readonly value: bigint } }
  readonly terms: SwapTerms
}

const abi = parseAbi([
  'function swapExactTokensForTokens(uint256,uint256,address[],address,uint256)',
  'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256,uint256,address[],address,uint256)',
  'function swapTokensForExactTokens(uint256,uint256,address[],address,uint256)',
  'function swapExactTokensForETH(uint256,uint256,address[],address,uint256)',
  'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256,uint256,address[],address,uint256)',
  'function swapTokensForExactETH(uint256,uint256,address[],address,uint256)',
  'function swapExactETHForTokens(uint256,address[],address,uint256)',
  'function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256,address[],address,uint256)',
  'function swapETHForExactTokens(uint256,address[],address,uint256)',
  'function exec(address,address,uint256,address,bytes)',
  'struct Swap { address callTo; address approveTo; address sendingAssetId; address receivingAssetId; uint256 fromAmount; bytes callData; bool requiresDeposit; }',
  'function swapTokensSingleV3ERC20ToERC20(bytes32,string,string,address,uint256,Swap)',
  'function swapTokensSingleV3ERC20ToNative(bytes32,string,string,address,uint256,Swap)',
  'function swapTokensSingleV3NativeToERC20(bytes32,string,string,address,uint256,Swap)',
  'function swapTokensMultipleV3ERC20ToERC20(bytes32,string,string,address,uint256,Swap[])',
  'function swapTokensMultipleV3ERC20ToNative(bytes32,string,string,address,uint256,Swap[])',
  'function swapTokensMultipleV3NativeToERC20(bytes32,string,string,address,uint256,Swap[])',
  'function swapTokensGeneric(bytes32,string,string,address,uint256,Swap[])',
  'struct Bridge { bytes32 transactionId; string bridge; string integrator; address referrer; address sendingAssetId; address receiver; uint256 minAmount; uint256 destinationChainId; bool hasSourceSwaps; bool hasDestinationCall; }',
  'struct Across { bytes32 receiverAddress; bytes32 refundAddress; bytes32 sendingAssetId; bytes32 receivingAssetId; uint256 outputAmount; uint128 outputAmountMultiplier; bytes32 exclusiveRelayer; uint32 quoteTimestamp; uint32 fillDeadline; uint32 exclusivityParameter; bytes message; }',
  'function startBridgeTokensViaAcrossV4(Bridge,Across)',
  'function swapAndStartBridgeTokensViaAcrossV4(Bridge,Swap[],Across)',
  'function swap(address,(address,address,address,address,uint256,uint256,uint256),bytes)',
  'function deposit()',
  'function withdraw(uint256)',
])
const settlerAbi = parseAbi(['function execute((address,address,uint256),bytes[],bytes32)'])
const v3Abi = parseAbi([
  'function exactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))',
])
const router02Abi = parseAbi([
  'function exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))',
])
const universalAbi = parseAbi(['function execute(bytes,bytes[],uint256)'])

/** Any function above by its name. */
export function encode(functionName: string, args: readonly unknown[], from: readonly object[] = abi): Hex {
  return encodeFunctionData({ abi: from, functionName, args } as never)
}

/** A call to a Settler, by itself. */
export const execute = (one: Hex, two: Hex, amount = least): Hex =>
  encode('execute', [[one, two, amount], [opaque, opaque], opaqueWord], settlerAbi)

/** What LI.FI calls an exchange with. */
export const lifiSwap = (from: Hex, to: Hex, fromAmount = most, requiresDeposit = true) => ({
  callTo: other,
  approveTo: other,
  sendingAssetId: from,
  receivingAssetId: to,
  fromAmount,
  callData: opaque,
  requiresDeposit,
})

const way = [usdc, weth, dai] as const
const hops = concatHex([usdc, '0x000bb8', weth, '0x0001f4', dai])
const [sender, itself] = [`0x${'1'.padStart(40, '0')}`, `0x${'2'.padStart(40, '0')}`] as const
const sold = { address: usdc, symbol: 'USDC', decimals: 6 }
const bought = { address: dai, symbol: 'DAI', decimals: 18 }
const ether = { symbol: 'ETH', decimals: 18 }
const wrapped = { address: weth, symbol: 'WETH', decimals: 18 }

type Assets = readonly [sell: SwapTerms['sell'], buy: SwapTerms['buy']]
const [tokens, intoEther, ofEther]: readonly [Assets, Assets, Assets] = [
  [sold, bought],
  [sold, ether],
  [ether, bought],
]

function good(name: string, shape: SwapShape, data: Hex, [sell, buy]: Assets): GoodSwap {
  const row = contracts.find(each => each.shape === shape)
  if (!row) throw new Error(`no contract of ${shape}`)
  const isNative = sell.address === undefined
  const isApproved = !isNative && shape !== 'wrapped'
  return {
    name,
    shape,
    built: {
      provider: row.provider,
      call: { to: row.address, data, value: isNative ? most : 0n },
      ...(isApproved && { spender: row.address }),
    },
    terms: {
      from: `${id}:${me}`,
      network,
      sell,
      buy,
      most: { value: most, decimals: sell.decimals },
      least: { value: shape === 'wrapped' ? most : least, decimals: buy.decimals },
      until: Number(deadline) + 1,
    },
  }
}

const universal = (steps: Hex, inputs: readonly Hex[]) =>
  encode('execute', [steps, inputs, deadline], universalAbi)
const v3Step = (to: Hex, atLeast: bigint, path: Hex = hops) =>
  encodeAbiParameters(parseAbiParameters('address,uint256,uint256,bytes,bool'), [
    to,
    most,
    atLeast,
    path,
    false,
  ])
const toSelf = (to: Hex, amount: bigint) =>
  encodeAbiParameters(parseAbiParameters('address,uint256'), [to, amount])
const sweep = (token: Hex, to: Hex, atLeast: bigint) =>
  encodeAbiParameters(parseAbiParameters('address,address,uint256'), [token, to, atLeast])
const lifi = (name: string, swaps: unknown) => encode(name, [opaqueWord, 'us', 'them', me, least, swaps])
const exec = (token: Hex, amount: bigint, inner: Hex, operator: Hex = settler) =>
  encode('exec', [operator, token, amount, settler, inner])
const described = (from: Hex, to: Hex, receiver: Hex) => [from, to, other, receiver, most, least, 0n]

/** USDC of Optimism. */
export const there = '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85'
const wide = (value: Hex) => pad(value, { size: 32 })
/** Both parts of a call that bridges by Across, with changes. */
export const bridging = (
  changes: { readonly bridge?: object; readonly across?: object } = {},
): readonly [object, object] => [
  {
    transactionId: opaqueWord,
    bridge: 'across',
    integrator: 'us',
    referrer: zero,
    sendingAssetId: usdc,
    receiver: me,
    minAmount: most,
    destinationChainId: 10n,
    hasSourceSwaps: false,
    hasDestinationCall: false,
    ...changes.bridge,
  },
  {
    receiverAddress: wide(me),
    refundAddress: wide(me),
    sendingAssetId: wide(usdc),
    receivingAssetId: wide(there),
    outputAmount: least,
    outputAmountMultiplier: 10n ** 18n,
    exclusiveRelayer: opaqueWord,
    quoteTimestamp: 1,
    fillDeadline: 2,
    exclusivityParameter: 3,
    message: '0x',
    ...changes.across,
  },
]
/** After an exchange for DAI, of which at least twice as much comes as arrives there. */
export const swapping = (
  changes: Parameters<typeof bridging>[0] = {},
  from: Hex = usdc,
): readonly unknown[] => {
  const [into, by] = bridging({
    bridge: { sendingAssetId: dai, minAmount: least * 2n, hasSourceSwaps: true, ...changes.bridge },
    across: {
      sendingAssetId: wide(dai),
      outputAmount: 1n,
      outputAmountMultiplier: 5n * 10n ** 17n,
      ...changes.across,
    },
  })
  return [into, [lifiSwap(from, dai)], by]
}
const afar = { address: there, symbol: 'USDC', decimals: 6 }
const across = (
  name: string,
  functionName: string,
  args: readonly unknown[],
  sell: SwapTerms['sell'],
): GoodSwap => {
  const here = good(name, 'lifi', encode(functionName, args), [sell, afar])
  return { ...here, terms: { ...here.terms, toNetworkId: 'eip155:10' } }
}

export const goodSwaps: readonly GoodSwap[] = [
  good('exact in', 'v2', encode('swapExactTokensForTokens', [most, least, way, me, deadline]), tokens),
  good(
    'exact in, of taxed tokens',
    'v2',
    encode('swapExactTokensForTokensSupportingFeeOnTransferTokens', [most, least, way, me, deadline]),
    tokens,
  ),
  good('exact out', 'v2', encode('swapTokensForExactTokens', [least, most, way, me, deadline]), tokens),
  good(
    'into ether',
    'v2',
    encode('swapExactTokensForETH', [most, least, [usdc, weth], me, deadline]),
    intoEther,
  ),
  good(
    'into ether, of taxed tokens',
    'v2',
    encode('swapExactTokensForETHSupportingFeeOnTransferTokens', [most, least, [usdc, weth], me, deadline]),
    intoEther,
  ),
  good(
    'into ether, exactly',
    'v2',
    encode('swapTokensForExactETH', [least, most, [usdc, weth], me, deadline]),
    intoEther,
  ),
  good('of ether', 'v2', encode('swapExactETHForTokens', [least, [weth, dai], me, deadline]), ofEther),
  good(
    'of ether, for taxed tokens',
    'v2',
    encode('swapExactETHForTokensSupportingFeeOnTransferTokens', [least, [weth, dai], me, deadline]),
    ofEther,
  ),
  good(
    'of ether, exactly',
    'v2',
    encode('swapETHForExactTokens', [least, [weth, dai], me, deadline]),
    ofEther,
  ),
  good(
    'single',
    'v3',
    encode('exactInputSingle', [[usdc, dai, 500, me, deadline, most, least, 0n]], v3Abi),
    tokens,
  ),
  good(
    'single',
    'router02',
    encode('exactInputSingle', [[usdc, dai, 500, me, most, least, 0n]], router02Abi),
    tokens,
  ),
  ...[
    universal('0x0b00', [toSelf(itself, most), v3Step(sender, least, concatHex([weth, '0x000bb8', dai]))]),
  ].map(data => good('wrapped and swapped', 'universal', data, ofEther)),
  ...[
    universal('0x0b0004', [
      toSelf(itself, most),
      v3Step(itself, 0n, concatHex([weth, '0x000bb8', dai])),
      sweep(dai, me, least),
    ]),
  ].map(data => good('wrapped, swapped and swept', 'universal', data, ofEther)),
  ...[exec(usdc, most, execute(me, dai))].map(data =>
    good('receiver first', 'allowanceHolder', data, tokens),
  ),
  ...[exec(usdc, most, execute(dai, me))].map(data => good('token first', 'allowanceHolder', data, tokens)),
  ...[exec(usdc, most, execute(me, eee))].map(data => good('into ether', 'allowanceHolder', data, intoEther)),
  ...[exec(zero, 0n, execute(me, dai), zero)].map(data => good('of ether', 'allowanceHolder', data, ofEther)),
  ...[exec(eee, most, execute(me, dai))].map(data =>
    good('of ether by its stand-in', 'allowanceHolder', data, ofEther),
  ),
  ...(
    [
      ['swapTokensSingleV3ERC20ToERC20', lifiSwap(usdc, dai), tokens],
      ['swapTokensSingleV3ERC20ToNative', lifiSwap(usdc, zero), intoEther],
      ['swapTokensSingleV3NativeToERC20', lifiSwap(zero, dai), ofEther],
      ['swapTokensMultipleV3ERC20ToERC20', [lifiSwap(usdc, weth), lifiSwap(weth, dai, 5n, false)], tokens],
      [
        'swapTokensMultipleV3ERC20ToNative',
        [lifiSwap(usdc, weth), lifiSwap(weth, zero, 5n, false)],
        intoEther,
      ],
      ['swapTokensMultipleV3NativeToERC20', [lifiSwap(zero, weth), lifiSwap(weth, dai, 5n, false)], ofEther],
      ['swapTokensGeneric', [lifiSwap(usdc, weth), lifiSwap(weth, dai, 5n, false)], tokens],
      ['swapTokensGeneric', [lifiSwap(zero, dai)], ofEther],
    ] as const
  ).map(([name, swaps, assets]) => {
    const data = lifi(name, swaps)
    return good(name, 'lifi', data, assets)
  }),
  ...[encode('swap', [other, described(usdc, dai, me), opaque])].map(data =>
    good('swap', '1inch', data, tokens),
  ),
  ...[encode('swap', [other, described(eee, dai, zero), opaque])].map(data =>
    good('of ether, to its sender', '1inch', data, ofEther),
  ),
  across('across', 'startBridgeTokensViaAcrossV4', bridging(), sold),
  across(
    'ether across',
    'startBridgeTokensViaAcrossV4',
    bridging({ bridge: { sendingAssetId: zero } }),
    ether,
  ),
  across('exchanged and across', 'swapAndStartBridgeTokensViaAcrossV4', swapping(), sold),
  across('ether exchanged and across', 'swapAndStartBridgeTokensViaAcrossV4', swapping({}, zero), ether),
  good('deposit', 'wrapped', encode('deposit', []), [ether, wrapped]),
  good('withdraw', 'wrapped', encode('withdraw', [most]), [wrapped, ether]),
]

type Counted = (args: readonly unknown[]) => unknown
type Step = (input: Hex) => unknown
const tupleOf =
  (of: readonly number[]): Counted =>
  ([all]) =>
    of.map(at => (all as readonly unknown[])[at])
const decodeWith = (types: string, input: Hex) =>
  decodeAbiParameters(parseAbiParameters(types), input) as readonly unknown[]
/** The tokens of a path of V3, without its fees. */
const tokensIn = (path: Hex) =>
  [...path.slice(2)].flatMap((_, at) => (at % 46 === 0 ? [path.slice(2 + at, 42 + at)] : []))
const steps: Readonly<Record<string, Step>> = {
  '00': input => {
    const [to, , atLeast, path, isByUser] = decodeWith('address,uint256,uint256,bytes,bool', input)
    return [to, BigInt(to as Hex) === 2n ? 0n : atLeast, tokensIn(path as Hex), isByUser]
  },
  '04': input => decodeWith('address,address,uint256', input),
  '0b': input => decodeWith('address,uint256', input)[0],
}
const bridgeCounted: Counted = args => {
  const [into, by, swaps] = [args[0], args.at(-1), args.length > 2 ? args[1] : undefined] as readonly [
    Readonly<Record<string, unknown>>,
    Readonly<Record<string, unknown>>,
    unknown,
  ]
  const isNativeOne = into.sendingAssetId === zero
  return [
    ['sendingAssetId', 'receiver', 'destinationChainId', 'hasSourceSwaps', 'hasDestinationCall'].map(
      key => into[key],
    ),
    ['receiverAddress', 'refundAddress', 'receivingAssetId', 'message'].map(key => by[key]),
    isNativeOne ? undefined : by.sendingAssetId,
    // The amount there: named, or by the multiplier.
    swaps
      ? ((into.minAmount as bigint) * (by.outputAmountMultiplier as bigint)) / 10n ** 18n
      : [into.minAmount, by.outputAmount],
    swaps && (exchanged([0, 0, 0, 0, 0, swaps]) as unknown),
  ]
}
const lifiCounted: Counted = args => (typeof args[0] === 'object' ? bridgeCounted(args) : exchanged(args))
const exchanged: Counted = ([, , , to, atLeast, swaps]) => [
  to,
  atLeast,
  [swaps].flat().map((each, at) => {
    const { sendingAssetId, receivingAssetId, fromAmount, requiresDeposit } = each as ReturnType<
      typeof lifiSwap
    >
    const isTaken = sendingAssetId !== zero && (requiresDeposit || !Array.isArray(swaps))
    const isCounted = isTaken || (sendingAssetId === zero && at === 0)
    return [sendingAssetId, receivingAssetId, isTaken, isCounted ? fromAmount : undefined]
  }),
]
const counts: Readonly<Record<SwapShape, readonly [from: readonly object[], Counted]>> = {
  v2: [abi, args => args],
  v3: [v3Abi, tupleOf([0, 1, 3, 4, 5, 6])],
  router02: [router02Abi, tupleOf([0, 1, 3, 4, 5])],
  universal: [
    universalAbi,
    ([program, inputs, until]) => [
      program,
      (inputs as readonly Hex[]).map((input, at) =>
        steps[(program as Hex).slice(2 + at * 2, 4 + at * 2)]?.(input),
      ),
      until,
    ],
  ],
  allowanceHolder: [
    abi,
    ([operator, token, amount, target, data]) => {
      const { args } = decodeFunctionData({ abi: settlerAbi, data: data as Hex })
      return [operator, token, amount, target, args[0]]
    },
  ],
  lifi: [abi, lifiCounted],
  '1inch': [abi, ([, desc]) => [0, 1, 3, 4, 5, 6].map(at => (desc as readonly unknown[])[at])],
  wrapped: [abi, args => args],
  jupiter: [abi, args => args],
}

/** What viem reads in a call of the things that count; undefined for what it cannot read. */
export function countedIn(shape: SwapShape, data: Hex): unknown {
  const [from, counted] = counts[shape]
  try {
    const { functionName, args = [] } = decodeFunctionData({ abi: from as typeof abi, data })
    return [functionName, counted(args)]
  } catch {
    return undefined
  }
}

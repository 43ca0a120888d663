import fc from 'fast-check'
import { swapRouters } from 'latchkey/evmcodec'
import {
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { decodeCall } from './decodeCall.ts'
import { type KnownContracts, knownContracts } from './knownContracts.ts'

const me = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const other = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const scam = '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'
const known = knownContracts('eip155:1')
const [v2, v3, router02, universal] = (['v2', 'v3', 'router02', 'universal'] as const).map(
  kind => swapRouters[1]?.[kind]?.[0],
) as [Hex, Hex, Hex, Hex]
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
  'function execute(bytes,bytes[],uint256)',
  'function execute(bytes,bytes[])',
])
const old = parseAbi([
  'function exactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))',
])
const young = parseAbi([
  'function exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))',
])
const encode = (functionName: string, args: readonly unknown[], from: readonly object[] = abi) =>
  encodeFunctionData({ abi: from, functionName, args } as never)
const read = (to: Hex, data: Hex, value = 0n, by: KnownContracts = known) =>
  decodeCall(me, { to, value, data }, by)

/** A step of a universal router. */
type Step = readonly [code: number, input: Hex]
const v3In = (to: Hex, paid: bigint, least: bigint, path: readonly Hex[], byUser = true): Step => [
  0x00,
  encodeAbiParameters(parseAbiParameters('address,uint256,uint256,bytes,bool'), [
    to,
    paid,
    least,
    hops(path),
    byUser,
  ]),
]
const v2In = (to: Hex, paid: bigint, least: bigint, path: readonly Hex[]): Step => [
  0x08,
  encodeAbiParameters(parseAbiParameters('address,uint256,uint256,address[],bool'), [
    to,
    paid,
    least,
    path,
    true,
  ]),
]
const sweep = (token: Hex, to: Hex, least: bigint): Step => [
  0x04,
  encodeAbiParameters(parseAbiParameters('address,address,uint256'), [token, to, least]),
]
const toSelf = (code: number, to: Hex, amount: bigint): Step => [
  code,
  encodeAbiParameters(parseAbiParameters('address,uint256'), [to, amount]),
]
const hops = (path: readonly Hex[]) =>
  concatHex(path.flatMap((token, at): Hex[] => (at === 0 ? [token] : ['0x000bb8', token])))
const run = (...steps: readonly Step[]) =>
  encode('execute', [
    concatHex(steps.map(([code]): Hex => `0x${code.toString(16).padStart(2, '0')}`)),
    steps.map(([, input]) => input),
    9n,
  ])
const [sender, itself, native] = [1, 2, 0].map(last => `0x${String(last).padStart(40, '0')}` as const) as [
  Hex,
  Hex,
  Hex,
]

describe('S1: a swap at a known router pays at most and promises at least what its bytes say', () => {
  const forTokens = { pays: [{ token: weth, amount: 7n }], gets: [{ token: usdc, amount: 5n }] }
  const forNative = { pays: [{ token: usdc, amount: 7n }], gets: [{ amount: 5n }] }
  const ofNative = { pays: [{ amount: 7n }], gets: [{ token: usdc, amount: 5n }] }
  const there: readonly Hex[] = [weth, scam, usdc]
  const back: readonly Hex[] = [usdc, weth]

  test.each<readonly [string, Hex, Hex, bigint, object]>([
    ['V2', v2, encode('swapExactTokensForTokens', [7n, 5n, there, me, 9n]), 0n, forTokens],
    [
      'V2, of tokens that take a fee',
      v2,
      encode('swapExactTokensForTokensSupportingFeeOnTransferTokens', [7n, 5n, there, me, 9n]),
      0n,
      forTokens,
    ],
    ['V2, exactly', v2, encode('swapTokensForExactTokens', [5n, 7n, there, me, 9n]), 0n, forTokens],
    ['V2, into ether', v2, encode('swapExactTokensForETH', [7n, 5n, back, me, 9n]), 0n, forNative],
    [
      'V2, into ether, of tokens that take a fee',
      v2,
      encode('swapExactTokensForETHSupportingFeeOnTransferTokens', [7n, 5n, back, me, 9n]),
      0n,
      forNative,
    ],
    ['V2, into ether, exactly', v2, encode('swapTokensForExactETH', [5n, 7n, back, me, 9n]), 0n, forNative],
    ['V2, of ether', v2, encode('swapExactETHForTokens', [5n, there, me, 9n]), 7n, ofNative],
    [
      'V2, of ether, for tokens that take a fee',
      v2,
      encode('swapExactETHForTokensSupportingFeeOnTransferTokens', [5n, there, me, 9n]),
      7n,
      ofNative,
    ],
    ['V2, of ether, exactly', v2, encode('swapETHForExactTokens', [5n, there, me, 9n]), 7n, ofNative],
    ['V3', v3, encode('exactInputSingle', [[weth, usdc, 500, me, 9n, 7n, 5n, 0n]], old), 0n, forTokens],
    [
      'SwapRouter02',
      router02,
      encode('exactInputSingle', [[weth, usdc, 500, me, 7n, 5n, 0n]], young),
      0n,
      forTokens,
    ],
    [
      'SwapRouter02, to its sender',
      router02,
      encode('exactInputSingle', [[weth, usdc, 500, sender, 7n, 5n, 0n]], young),
      0n,
      forTokens,
    ],
    ['the universal one, by V3', universal, run(v3In(sender, 7n, 5n, there)), 0n, forTokens],
    ['the universal one, by V2', universal, run(v2In(me, 7n, 5n, there)), 0n, forTokens],
    [
      'the universal one, split over both',
      universal,
      run(v3In(itself, 4n, 0n, there), v2In(itself, 3n, 0n, there), sweep(usdc, sender, 5n)),
      0n,
      forTokens,
    ],
    [
      'the universal one, into ether',
      universal,
      run(v3In(itself, 7n, 0n, back), toSelf(0x0c, me, 5n)),
      0n,
      forNative,
    ],
    [
      'the universal one, of ether',
      universal,
      run(toSelf(0x0b, itself, 7n), v3In(sender, 7n, 5n, there, false), sweep(native, sender, 0n)),
      7n,
      ofNative,
    ],
  ])('%s', (_name, to, data, value, swap) => {
    expect(read(to, data, value)).toEqual({ is: 'swap', by: to, ...swap })
  })

  test('reads exact amounts at a universal router', () => {
    const out = (code: number, path: Hex | readonly Hex[]): Step => [
      code,
      encodeAbiParameters(
        parseAbiParameters(`address,uint256,uint256,${code === 1 ? 'bytes' : 'address[]'},bool`),
        [sender, 5n, 7n, path, true] as never,
      ),
    ]
    const swap = { is: 'swap', by: universal, ...forTokens }
    // V3 writes such a path from its end.
    expect(read(universal, run(out(0x01, hops([usdc, weth]))))).toEqual(swap)
    expect(read(universal, run(out(0x09, [weth, usdc])))).toEqual(swap)
  })
})

test.each<readonly [string, Hex, Hex]>([
  ['an unknown contract', other, encode('swapExactTokensForTokens', [7n, 5n, [weth, usdc], me, 9n])],
  ['a router of another kind', v3, encode('swapExactTokensForTokens', [7n, 5n, [weth, usdc], me, 9n])],
  ['no promise', v2, encode('swapExactTokensForTokens', [7n, 0n, [weth, usdc], me, 9n])],
  ['a token that is on no list', v2, encode('swapExactTokensForTokens', [7n, 5n, [weth, scam], me, 9n])],
  ['a path of one', v2, encode('swapExactTokensForTokens', [7n, 5n, [weth], me, 9n])],
  ['a step that may fail', universal, run([0x80, v3In(sender, 7n, 5n, [weth, usdc])[1]])],
  ['a step that is not known', universal, run(v3In(sender, 7n, 5n, [weth, usdc]), [0x10, '0x'])],
  ['a step that moves to others', universal, run(v3In(other, 7n, 5n, [weth, usdc]))],
  ['leftovers to others', universal, run(v3In(sender, 7n, 5n, [weth, usdc]), sweep(usdc, other, 0n))],
  ['ether wrapped for others', universal, run(toSelf(0x0b, other, 7n), v3In(sender, 7n, 5n, [weth, usdc]))],
  [
    'more steps than inputs',
    universal,
    encode('execute', ['0x0000', [v3In(sender, 7n, 5n, [weth, usdc])[1]], 9n]),
  ],
  ['no step', universal, encode('execute', ['0x', [], 9n])],
])('S1: %s makes a call no swap', (_name, to, data) => {
  expect(read(to, data)).toEqual({ is: 'unknown', to, selector: data.slice(0, 10) })
})

test('S1: a swap whose receiver is another names it', () => {
  const data = encode('swapExactTokensForTokens', [7n, 5n, [weth, usdc], other, 9n])
  expect(read(v2, data)).toMatchObject({ is: 'swap', to: other })
})

test('S1: reads any bytes at a router without a failure, and never as a promise of nothing', () => {
  const selectors = ['38ed1739', '7ff36ab5', '414bf389', '04e45aaf', '3593564c', '24856bc3']
  fc.assert(
    fc.property(
      fc.constantFrom(v2, v3, router02, universal),
      fc.constantFrom(...selectors),
      fc.array(fc.oneof(fc.nat(300).map(BigInt), fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })), {
        maxLength: 30,
      }),
      (to, selector, words) => {
        const body = words.map(each => each.toString(16).padStart(64, '0')).join('')
        const effect = read(to, `0x${selector}${body}`)
        expect(['swap', 'unknown']).toContain(effect.is)
        const gets = effect.is === 'swap' ? effect.gets : undefined
        expect(gets?.length).not.toBe(0)
        for (const { token, amount } of gets ?? []) {
          expect(amount).toBeGreaterThan(0n)
          expect(token === undefined || known.tokens.has(token.toLowerCase())).toBe(true)
        }
      },
    ),
  )
})

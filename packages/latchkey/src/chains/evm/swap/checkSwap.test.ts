import fc from 'fast-check'
import { type Hex, pad } from 'viem'
import { describe, expect, test } from 'vitest'
import type { BuiltSwap, SwapTerms } from '../../../contract/swap.ts'
import { checkSwap } from './checkSwap.ts'
import {
  bridging,
  contracts,
  dai,
  encode,
  execute,
  type GoodSwap,
  goodSwaps,
  least,
  me,
  most,
  network,
  other,
  settler,
  usdc,
  weth,
  zero,
} from './conformance/goodSwaps.ts'
import { knownSwapContracts } from './knownSwapContracts.ts'

const check = (good: GoodSwap, built: Partial<BuiltSwap> = {}, terms: Partial<SwapTerms> = {}) =>
  checkSwap({ ...good.built, ...built }, { ...good.terms, ...terms }, contracts)
const reasonOf = (run: () => unknown) => {
  try {
    return { read: run() }
  } catch (error) {
    const { code, context } = error as { code: string; context: { reason: string } }
    return code === 'SWAP_UNSAFE' ? context.reason : String(error)
  }
}
const named = (name: string, shape: string) => {
  const found = goodSwaps.find(each => each.name === name && each.shape === shape)
  if (!found) throw new Error(name)
  return found
}
const v2 = named('exact in', 'v2')
const ofEther = named('of ether', 'v2')
const zeroX = named('receiver first', 'allowanceHolder')
const withData = ({ built }: GoodSwap, data: Hex, value = built.call.value): Partial<BuiltSwap> => ({
  call: { ...built.call, data, value },
})
const swapData = (...args: readonly unknown[]) => encode('swapExactTokensForTokens', args)
const far = 1_790_000_000n

test.each(goodSwaps)('T70: takes what was agreed: $shape, $name', good => {
  expect(check(good)).toEqual({ shape: good.shape, most, least: good.shape === 'wrapped' ? most : least })
})

describe('T70: refuses what was not agreed', () => {
  const { call } = v2.built
  test.each<readonly [string, string, () => unknown]>([
    ['a contract that is on no list', 'contract', () => check(v2, { call: { ...call, to: other } })],
    ['a contract of another provider', 'contract', () => check(v2, { provider: '0x' })],
    [
      'a contract of another network',
      'contract',
      () => checkSwap(v2.built, v2.terms, knownSwapContracts('eip155:10')),
    ],
    [
      'a Settler that is on no list',
      'contract',
      () => checkSwap(zeroX.built, zeroX.terms, knownSwapContracts('eip155:1')),
    ],
    [
      'a pass to another contract',
      'contract',
      () => check(zeroX, withData(zeroX, encode('exec', [other, usdc, most, other, execute(me, dai)]))),
    ],
    [
      'a pass to a contract that takes tokens',
      'contract',
      () => {
        const { to } = zeroX.built.call
        return check(zeroX, withData(zeroX, encode('exec', [to, usdc, most, to, execute(me, dai)])))
      },
    ],
    ['a token contract as the called one', 'contract', () => check(v2, { call: { ...call, to: usdc } })],
    ['another spender', 'spender', () => check(v2, { spender: other })],
    ['a Settler as the spender', 'spender', () => check(zeroX, { spender: settler })],
    ['no spender', 'spender', () => checkSwap({ provider: v2.built.provider, call }, v2.terms, contracts)],
    ['a spender for the currency itself', 'spender', () => check(ofEther, { spender: other })],
    [
      'a contract that may not take tokens',
      'spender',
      () =>
        checkSwap(
          v2.built,
          v2.terms,
          contracts.map(each => ({ ...each, spender: false })),
        ),
    ],
    ['a transfer', 'selector', () => check(v2, withData(v2, `0xa9059cbb${call.data.slice(10)}`))],
    ['no data', 'selector', () => checkSwap({ ...v2.built, call: { to: call.to } }, v2.terms, contracts)],
    ['half a selector', 'selector', () => check(v2, withData(v2, '0x38ed'))],
    ['odd data', 'unreadable', () => check(v2, withData(v2, `${call.data}0`))],
    ['a cut call', 'unreadable', () => check(v2, withData(v2, call.data.slice(0, -64) as Hex))],
    [
      'another receiver',
      'recipient',
      () => check(v2, withData(v2, swapData(most, least, [usdc, dai], other, far))),
    ],
    [
      'the zero address as the receiver',
      'recipient',
      () => check(v2, withData(v2, swapData(most, least, [usdc, dai], zero, far))),
    ],
    ['the account instead of the agreed receiver', 'recipient', () => check(v2, {}, { recipient: other })],
    ['a receiver that is no address', 'recipient', () => check(v2, {}, { recipient: 'other' })],
    [
      'another token out',
      'token',
      () => check(v2, withData(v2, swapData(most, least, [usdc, weth], me, far))),
    ],
    ['another token in', 'token', () => check(v2, withData(v2, swapData(most, least, [weth, dai], me, far)))],
    [
      'ether where a token was agreed',
      'token',
      () => check(v2, withData(v2, encode('swapExactTokensForETH', [most, least, [usdc, weth], me, far]))),
    ],
    [
      'a token for itself',
      'token',
      () => check(v2, withData(v2, swapData(most, least, [usdc, usdc], me, far)), { buy: v2.terms.sell }),
    ],
    [
      'less than agreed',
      'least',
      () => check(v2, withData(v2, swapData(most, least - 1n, [usdc, dai], me, far))),
    ],
    [
      'nothing for it, though nothing was asked',
      'least',
      () =>
        check(v2, withData(v2, swapData(most, 0n, [usdc, dai], me, far)), {
          least: { value: 0n, decimals: 18 },
        }),
    ],
    [
      'more than agreed',
      'most',
      () => check(v2, withData(v2, swapData(most + 1n, least, [usdc, dai], me, far))),
    ],
    ['nothing to give', 'most', () => check(v2, withData(v2, swapData(0n, least, [usdc, dai], me, far)))],
    ['value beside a token', 'value', () => check(v2, withData(v2, call.data, 1n))],
    [
      'more value than agreed',
      'value',
      () => check(ofEther, withData(ofEther, ofEther.built.call.data, most + 1n)),
    ],
    ['value that is no number', 'value', () => check(v2, { call: { ...call, value: 'much' } })],
    ['value below nothing', 'value', () => check(v2, { call: { ...call, value: -1n } })],
    ['another network', 'network', () => check(v2, {}, { from: `eip155:10:${me}` })],
    [
      'a swap that stays where it should go elsewhere',
      'network',
      () => check(v2, {}, { toNetworkId: 'eip155:10' }),
    ],
    ['a longer life than agreed', 'deadline', () => check(v2, {}, { until: Number(far) - 1 })],
  ])('%s', (_name, reason, run) => {
    expect(reasonOf(run)).toBe(reason)
  })
})

test('T70: the value may be text, and addresses have any case', () => {
  const { built, terms } = ofEther
  const call = { ...built.call, to: built.call.to.toLowerCase(), value: `0x${most.toString(16)}` }
  expect(checkSwap({ ...built, call }, terms, contracts)).toMatchObject({ most })
})

test('T70: takes the agreed receiver that is not the account', () => {
  const data = swapData(most, least, [usdc, weth, dai], other, far)
  expect(check(v2, withData(v2, data), { recipient: other.toLowerCase() })).toMatchObject({ most, least })
})

test('T70: with any words changed, it answers what was agreed or better, or refuses', () => {
  const anyWord = fc.oneof(
    fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
    fc.nat(2_000).map(BigInt),
    fc.constantFrom(BigInt(me), BigInt(other), BigInt(usdc), BigInt(dai), most, least, most + 1n, least - 1n),
  )
  const change = fc.record({ at: fc.nat(60), word: anyWord })
  fc.assert(
    fc.property(
      fc.constantFrom(...goodSwaps),
      fc.array(change, { minLength: 1, maxLength: 3 }),
      (good, changes) => {
        const words = good.built.call.data.slice(10).match(/.{1,64}/g) ?? []
        for (const { at, word } of changes) {
          const place = at % Math.max(1, words.length)
          words[place] = word
            .toString(16)
            .padStart(64, '0')
            .slice(0, words[place]?.length ?? 0)
        }
        const data: Hex = `0x${good.built.call.data.slice(2, 10)}${words.join('')}`
        const outcome = reasonOf(() => check(good, withData(good, data)))
        if (typeof outcome === 'string') expect(reasons).toContain(outcome)
        else {
          const { read } = outcome as { read: { most: bigint; least: bigint } }
          expect(read.most).toBeLessThanOrEqual(good.terms.most.value)
          expect(read.least).toBeGreaterThanOrEqual(good.terms.least.value)
        }
      },
    ),
    { numRuns: 500 },
  )
})

const reasons = [
  'contract',
  'spender',
  'selector',
  'recipient',
  'token',
  'least',
  'most',
  'value',
  'network',
  'deadline',
  'unreadable',
]

test('T70: takes a swap to the agreed network, and to no other', () => {
  const across = named('across', 'lifi')
  expect(reasonOf(() => check(across, {}, { toNetworkId: 'eip155:137' }))).toBe('network')
  const { toNetworkId: _, ...here } = across.terms
  expect(reasonOf(() => checkSwap(across.built, here, contracts))).toBe('network')
  // One address can be another token there.
  const data = encode(
    'startBridgeTokensViaAcrossV4',
    bridging({ across: { receivingAssetId: pad(usdc, { size: 32 }) } }),
  )
  expect(check(across, withData(across, data), { buy: across.terms.sell })).toMatchObject({ most, least })
})

test('T70: the terms’ network is the one that is checked', () => {
  const elsewhere = { ...network, caipNetworkId: 'eip155:137' as const }
  expect(reasonOf(() => check(v2, {}, { network: elsewhere }))).toBe('network')
  expect(reasonOf(() => check(v2, {}, { network: elsewhere, from: `eip155:137:${me}` }))).toBe('contract')
})

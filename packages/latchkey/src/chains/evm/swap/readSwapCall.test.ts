import fc from 'fast-check'
import { type Hex, pad, toFunctionSelector } from 'viem'
import { describe, expect, test } from 'vitest'
import { swapShapes } from '../../../contract/swap.ts'
import { keccak256 } from '../codec/keccak256.ts'
import { findUnnoticed, read, textOf } from './conformance/findUnnoticed.ts'
import {
  bridging,
  countedIn,
  dai,
  encode,
  execute,
  goodSwaps,
  least,
  lifiSwap,
  me,
  most,
  other,
  settler,
  swapping,
  there,
  usdc,
  weth,
  zero,
} from './conformance/goodSwaps.ts'
import { readSwapCall, swapReaders } from './readSwapCall.ts'

const zero32: Hex = `0x${'00'.repeat(32)}`
const readers = swapShapes.flatMap(shape => swapReaders[shape].map(reader => ({ shape, ...reader })))

test.each(readers)('T70: $selector is the beginning of the hash of $signature', ({ selector, signature }) => {
  const hash = keccak256(new TextEncoder().encode(signature))
  expect(`0x${Buffer.from(hash).toString('hex').slice(0, 8)}`).toBe(selector)
  expect(toFunctionSelector(`function ${signature}`)).toBe(selector)
})

test('T70: there is a good call of every function that is read', () => {
  const selectors = new Set(goodSwaps.map(({ shape, built }) => `${shape} ${built.call.data.slice(0, 10)}`))
  const missing = readers.filter(({ shape, selector }) => !selectors.has(`${shape} ${selector}`))
  // A Settler is called by itself in a test of its own; a program without an end is read as one with it.
  expect(missing.map(({ selector }) => selector)).toEqual(['0x24856bc3', '0x1fff991f'])
})

test.each(goodSwaps)('reads $shape: $name', good => {
  const { sell, buy } = good.terms
  const reading = read(good)
  expect(reading?.pays).toEqual([{ ...(sell.address && { token: sell.address }), amount: most }])
  const amount = good.shape === 'wrapped' ? most : least
  expect(reading?.gets).toEqual([{ ...(buy.address && { token: buy.address }), amount }])
  expect(reading?.to).toBeUndefined()
})

test.each(goodSwaps)('viem reads $shape: $name', ({ shape, built }) => {
  // Else the comparison below would compare nothing.
  expect(countedIn(shape, built.call.data)).toBeDefined()
})

describe('T70: any other byte is refused, or changes what is read', () => {
  test.each(goodSwaps)('$shape: $name', good => {
    // The ends of words, and the ends of what is inside words of others; every byte in the long tests.
    const isEnd = (at: number) => [0, 11, 12, 15, 16, 31].includes(at % 32) || (at - 4) % 32 === 31
    expect(findUnnoticed(good, isEnd, byte => [(byte + 1) & 255, byte ^ 128])).toEqual([])
  })

  test.each(goodSwaps)('$shape, cut: $name', good => {
    const { data } = good.built.call
    const before = textOf(read(good))
    for (let length = 2; length < data.length; length += length < data.length - 256 ? 62 : 2) {
      const after = textOf(read(good, data.slice(0, length) as Hex))
      // Nothing but what fills up the last word may be missing.
      if (after !== undefined) {
        expect(after).toBe(before)
        expect(data.slice(length)).toMatch(/^0{1,62}$/)
      }
    }
  })

  test.each(goodSwaps)('$shape, with value: $name', good => {
    const { value } = good.built.call
    for (const changed of [value + 1n, 1n, 2n ** 255n])
      expect(textOf(read(good, undefined, changed))).not.toBe(textOf(read(good)))
  })
})

test('T70: leaves the mark of a front end aside, and reads nothing with more behind its arguments', () => {
  for (const good of goodSwaps) {
    const { data } = good.built.call
    expect(textOf(read(good, `${data}00c0ffee`))).toBe(textOf(read(good)))
    expect(read(good, `${data}${'00'.repeat(96)}`)).toBeUndefined()
  }
})

test('T70: reads no selector in a shape that does not have it', () => {
  for (const { shape, selector } of readers)
    for (const good of goodSwaps.filter(
      each => !swapReaders[each.shape].some(one => one.selector === selector),
    ))
      expect([shape, read(good, `${selector}${good.built.call.data.slice(10)}`)]).toEqual([shape, undefined])
})

test.each<readonly [string, 'lifi' | 'allowanceHolder' | '1inch', Hex, bigint]>([
  [
    'a second token that the diamond takes',
    'lifi',
    lifi('swapTokensMultipleV3ERC20ToERC20', [lifiSwap(usdc, weth), lifiSwap(weth, dai, 5n)]),
    0n,
  ],
  [
    'another operator than the called Settler',
    'allowanceHolder',
    encode('exec', [other, usdc, most, settler, execute(me, dai)]),
    0n,
  ],
  [
    'an operator for the currency itself',
    'allowanceHolder',
    encode('exec', [other, zero, 0n, settler, execute(me, dai)]),
    most,
  ],
  [
    'a loan beside the value',
    'allowanceHolder',
    encode('exec', [settler, zero, most + 1n, settler, execute(me, dai)]),
    most,
  ],
  [
    'another call inside',
    'allowanceHolder',
    encode('exec', [settler, usdc, most, settler, encode('withdraw', [most])]),
    0n,
  ],
  ['a part is enough', '1inch', oneInch(1n), 0n],
  ['more than the amount', '1inch', oneInch(2n), 0n],
  ['by Permit2', '1inch', oneInch(4n), 0n],
  [
    'ether where the name says tokens',
    'lifi',
    encode('swapTokensSingleV3ERC20ToERC20', [zero32, '', '', me, least, lifiSwap(zero, dai)]),
    most,
  ],
  [
    'tokens where the name says ether',
    'lifi',
    encode('swapTokensSingleV3NativeToERC20', [zero32, '', '', me, least, lifiSwap(usdc, dai)]),
    most,
  ],
  ['no swap', 'lifi', lifi('swapTokensMultipleV3ERC20ToERC20', []), 0n],
])('T70: %s is no swap of one token for another', (_name, shape, data, value) => {
  const reading = readSwapCall(shape, { from: me, to: other, value, data })
  expect(reading === undefined || reading.pays.length > 1).toBe(true)
})

test('T70: refuses an address with more than 20 bytes, and a path of one token', () => {
  const call = { from: me, to: other, value: 0n } as const
  const data = encode('swapExactTokensForTokens', [most, least, [usdc, dai], me, 9n])
  expect(readSwapCall('v2', { ...call, data })).toBeDefined()
  const dirty: Hex = `0x${data.slice(2).replace(me.slice(2).toLowerCase().padStart(64, '0'), me.slice(2).toLowerCase().padStart(64, '1'))}`
  expect(dirty).not.toBe(data)
  expect(readSwapCall('v2', { ...call, data: dirty })).toBeUndefined()
  const single = encode('swapExactTokensForTokens', [most, least, [usdc], me, 9n])
  expect(readSwapCall('v2', { ...call, data: single })).toBeUndefined()
})

describe('T70: to another network', () => {
  const readBridge = (...changes: Parameters<typeof bridging>) =>
    readSwapCall('lifi', {
      from: me,
      to: other,
      value: 0n,
      data: encode('startBridgeTokensViaAcrossV4', bridging(...changes)),
    })
  const wide = (address: Hex) => pad(address, { size: 32 })

  test('reads where it goes, what arrives and for whom', () => {
    const gets = [{ token: there, amount: least }]
    expect(readBridge()).toEqual({ pays: [{ token: usdc, amount: most }], gets, destination: 10n })
    expect(
      readBridge({ bridge: { receiver: other }, across: { receiverAddress: wide(other) } }),
    ).toMatchObject({ gets, to: other })
  })

  test.each<readonly [string, Parameters<typeof bridging>[0]]>([
    ['a call there', { bridge: { hasDestinationCall: true } }],
    ['a message', { across: { message: '0x00' } }],
    ['an exchange that is not in it', { bridge: { hasSourceSwaps: true } }],
    ['another receiver by the bridge', { across: { receiverAddress: wide(other) } }],
    ['refunds to another', { across: { refundAddress: wide(other) } }],
    ['another token for the bridge', { across: { sendingAssetId: wide(dai) } }],
    ['a token of 32 bytes', { across: { receivingAssetId: `0x01${wide(there).slice(4)}` } }],
    ['less value than the bridge takes', { bridge: { sendingAssetId: zero } }],
  ])('refuses %s', (_name, changes) => {
    expect(readBridge(changes)).toBeUndefined()
  })

  test('refuses an exchange for another token than is bridged', () => {
    const data = encode(
      'swapAndStartBridgeTokensViaAcrossV4',
      swapping({ bridge: { sendingAssetId: weth }, across: { sendingAssetId: wide(weth) } }),
    )
    expect(readSwapCall('lifi', { from: me, to: other, value: 0n, data })).toBeUndefined()
  })
})

test('T70: a Settler by itself takes the value alone', () => {
  expect(
    readSwapCall('allowanceHolder', { from: me, to: settler, value: most, data: execute(me, dai) }),
  ).toEqual({
    pays: [{ amount: most }],
    gets: [{ token: dai, amount: least }],
    through: settler,
  })
})

test('T70: reads receiver and token in both orders, and takes no token for a receiver', () => {
  const readIn = (one: Hex, two: Hex, recipient?: Hex) =>
    readSwapCall('allowanceHolder', {
      from: me,
      to: settler,
      value: most,
      data: execute(one, two),
      ...(recipient && { recipient }),
    })
  expect(readIn(dai, me)).toMatchObject({ gets: [{ token: dai }] })
  expect(readIn(dai, me)).not.toHaveProperty('to')
  expect(readIn(dai, other, other)).toMatchObject({ gets: [{ token: dai }], to: other })
  expect(readIn(other, dai)).toMatchObject({ gets: [{ token: dai }], to: other })
  expect(readIn(me, me)).toMatchObject({ gets: [{ token: me }] })
})

test('T70: reads any bytes after a known selector without a failure, and promises nothing of zero', () => {
  const word = fc.oneof(fc.nat(600).map(BigInt), fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }))
  fc.assert(
    fc.property(
      fc.constantFrom(...readers),
      fc.array(word, { maxLength: 40 }),
      ({ shape, selector }, words) => {
        const body = words.map(each => each.toString(16).padStart(64, '0')).join('')
        const reading = readSwapCall(shape, { from: me, to: other, value: 0n, data: `${selector}${body}` })
        for (const { amount } of [...(reading?.pays ?? []), ...(reading?.gets ?? [])])
          expect(amount).toBeGreaterThan(0n)
      },
    ),
  )
})

function lifi(name: string, swaps: unknown): Hex {
  return encode(name, [zero32, '', '', me, least, swaps])
}

function oneInch(flags: bigint): Hex {
  return encode('swap', [other, [usdc, dai, other, me, most, least, flags], '0x'])
}

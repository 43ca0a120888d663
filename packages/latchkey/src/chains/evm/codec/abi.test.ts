import fc from 'fast-check'
import { encodeAbiParameters, encodeFunctionData, erc20Abi, type Hex, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { encodeTransfer, readAddress, readWord } from './abi.ts'
import { encodeBytesCall, readText } from './abiBytes.ts'
import { checksumAddress } from './address.ts'

const uint = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const bytes = fc.uint8Array({ maxLength: 300 }).map(list => `0x${Buffer.from(list).toString('hex')}` as Hex)
const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map(list => checksumAddress(Buffer.from(list).toString('hex')))

test('T74 the call of a token transfer agrees with viem, for every receiver and amount', () => {
  fc.assert(
    fc.property(address, uint, (to, amount) => {
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
      expect(encodeTransfer(to, amount)).toBe(data)
      expect(encodeTransfer(to.toLowerCase(), amount)).toBe(data)
      // What was encoded comes back.
      const words = `0x${data.slice(10)}`
      expect(checksumAddress(readAddress(words) ?? '')).toBe(to)
      expect(readWord(words, 1)).toBe(amount)
    }),
  )
})

test('a call with bytes agrees with viem', () => {
  const abi = parseAbi(['function getL1Fee(bytes data) view returns (uint256)'])
  fc.assert(
    fc.property(bytes, data => {
      const expected = encodeFunctionData({ abi, functionName: 'getL1Fee', args: [data] })
      expect(encodeBytesCall('0x49948e0e', data)).toBe(expected)
    }),
  )
})

test('a text comes back up to its first thousand bytes', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 400, unit: 'grapheme' }), text => {
      const data = encodeAbiParameters([{ type: 'string' }], [text])
      const read = readText(data)
      if (Buffer.byteLength(text) <= 1_000) expect(read).toBe(text)
      else expect(read?.length).toBeLessThanOrEqual(1_000)
    }),
  )
})

test('what is no word, address or text is undefined, whatever a node sends', () => {
  const anything = fc.oneof(fc.anything(), bytes, fc.string())
  fc.assert(
    fc.property(anything, fc.integer({ min: 0, max: 20 }), (data, index) => {
      const word = readWord(data, index)
      if (word !== undefined) expect(word < 2n ** 256n).toBe(true)
      const found = readAddress(data, index)
      if (found !== undefined) expect(found).toMatch(/^0x[0-9a-f]{40}$/)
      const text = readText(data, index)
      if (text !== undefined) expect(text.length).toBeLessThanOrEqual(1_000)
    }),
  )
  expect(readAddress(`0x${'f'.repeat(64)}`)).toBeUndefined()
  expect(readText(`0x${'f'.repeat(128)}`)).toBeUndefined()
})

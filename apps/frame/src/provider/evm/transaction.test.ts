import fc from 'fast-check'
import { hashMessage, serializeTransaction, toHex as viemHex } from 'viem'
import { expect, test } from 'vitest'
import { toHex } from '../../keys/bytes.ts'
import { messageDigest } from './hashes.ts'
import { encodeTransaction } from './transaction.ts'

const uint = (bits: number) => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n })
const bytes = (most: number) =>
  fc.uint8Array({ maxLength: most }).map(list => `0x${Buffer.from(list).toString('hex')}` as const)
const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map(list => `0x${Buffer.from(list).toString('hex')}` as const)
const signature = fc.record({
  r: uint(256).filter(value => value > 0n),
  s: uint(255).filter(value => value > 0n),
  yParity: fc.constantFrom(0 as const, 1 as const),
})
const plain = {
  chainId: uint(32).filter(id => id > 0n),
  nonce: uint(40),
  gas: uint(40),
  value: uint(256),
  data: bytes(300),
}

test('writes EIP-1559 transactions as viem does, unsigned and signed', () => {
  fc.assert(
    fc.property(
      fc.record({ ...plain, most: uint(80), tip: uint(80) }),
      fc.option(address, { nil: undefined }),
      fc.option(signature, { nil: undefined }),
      ({ most, tip, ...rest }, to, signed) => {
        const [maxFeePerGas, maxPriorityFeePerGas] = most > tip ? [most, tip] : [tip, most]
        const ours = encodeTransaction(
          { ...rest, fee: { maxFeePerGas, maxPriorityFeePerGas }, ...(to && { to }) },
          signed && { r: viemHex(signed.r), s: viemHex(signed.s), yParity: signed.yParity },
        )
        const theirs = serializeTransaction(
          {
            ...rest,
            type: 'eip1559',
            chainId: Number(rest.chainId),
            nonce: Number(rest.nonce),
            maxFeePerGas,
            maxPriorityFeePerGas,
            to: to ?? null,
          },
          signed && { r: viemHex(signed.r), s: viemHex(signed.s), yParity: signed.yParity },
        )
        expect(ours).toBe(theirs)
      },
    ),
  )
})

test('includes the chain in the legacy form, so that it is valid on no other one (T61)', () => {
  fc.assert(
    fc.property(
      fc.record({ ...plain, gasPrice: uint(80) }),
      fc.option(address, { nil: undefined }),
      fc.option(signature, { nil: undefined }),
      ({ gasPrice, ...rest }, to, signed) => {
        const ours = encodeTransaction(
          { ...rest, fee: { gasPrice }, ...(to && { to }) },
          signed && { r: viemHex(signed.r), s: viemHex(signed.s), yParity: signed.yParity },
        )
        const theirs = serializeTransaction(
          {
            ...rest,
            type: 'legacy',
            chainId: Number(rest.chainId),
            nonce: Number(rest.nonce),
            gasPrice,
            to: to ?? null,
          },
          signed && {
            r: viemHex(signed.r),
            s: viemHex(signed.s),
            yParity: signed.yParity,
            v: rest.chainId * 2n + 35n + BigInt(signed.yParity),
          },
        )
        expect(ours).toBe(theirs)
      },
    ),
  )
})

test('hashes messages by EIP-191', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), raw => {
      expect(`0x${toHex(messageDigest(raw))}`).toBe(hashMessage({ raw }))
    }),
  )
})

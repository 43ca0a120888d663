/** Mints of Token-2022 by their bytes, which any issuer may write. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { u64 } from './bytes.ts'
import { readMint, readTokenAccount, transferFeeOf } from './mint.ts'
import { programs } from './programs.ts'

const key = Array.from({ length: 32 }, () => 9)
const none = Array.from({ length: 32 }, () => 0)
const u16 = (value: number) => [value & 255, value >> 8]

function account(data: Uint8Array, owner: string = programs.token2022) {
  return { lamports: 1n, owner, executable: false, data }
}

function mint(...extensions: readonly (readonly [type: number, data: readonly number[]])[]) {
  const base = new Uint8Array(165)
  base[44] = 6
  base[45] = 1
  const rest = extensions.flatMap(([type, data]) => [...u16(type), ...u16(data.length), ...data])
  return account(Uint8Array.of(...base, 1, ...rest))
}

const rate = (epoch: bigint, most: bigint, points: number) => [...u64(epoch), ...u64(most), ...u16(points)]
const fee = [...none, ...none, ...u64(0n), ...rate(0n, 50n, 100), ...rate(7n, 20n, 200)]

describe('extensions that matter to a transfer', () => {
  test.each([
    ['none', mint(), {}],
    ['that it stays where it is', mint([9, []]), { nonTransferable: true, accountSize: 174 }],
    ['a program that has its say', mint([14, [...none, ...key]]), { hook: true, accountSize: 175 }],
    ['a place for such a program, empty', mint([14, [...none, ...none]]), { hook: false, accountSize: 175 }],
    ['an issuer who takes it out of accounts', mint([12, key]), { delegate: true }],
    ['no such issuer any more', mint([12, none]), { delegate: false }],
    ['a pause', mint([26, [...key, 1]]), { paused: true, accountSize: 174 }],
    ['a pause that is over', mint([26, [...key, 0]]), { paused: false, accountSize: 174 }],
    ['a fee', mint([1, fee]), { accountSize: 182 }],
    ['one that is not known yet', mint([999, [1, 2, 3]]), { nonTransferable: false, hook: false }],
  ])('%s', (_, given, expected) => {
    expect(readMint(given)).toMatchObject({
      decimals: 6,
      nonTransferable: false,
      paused: false,
      hook: false,
      delegate: false,
      accountSize: 170,
      ...expected,
    })
  })

  test('the fee is that of the epoch, rounded up, with its maximum', () => {
    const token = readMint(mint([1, fee]))
    if (!token) throw new Error('It is a mint')
    expect(transferFeeOf(token, 101n, 6n)).toBe(2n)
    expect(transferFeeOf(token, 1_000_000n, 6n)).toBe(50n)
    expect(transferFeeOf(token, 101n, 7n)).toBe(3n)
    expect(transferFeeOf(token, 1_000_000n, 8n)).toBe(20n)
    expect(transferFeeOf(token, 0n, 8n)).toBe(0n)
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
        fc.bigInt({ min: 0n, max: 20n }),
        (amount, epoch) => {
          const taken = transferFeeOf(token, amount, epoch) ?? 0n
          expect(taken >= 0n && taken <= amount && taken <= 50n).toBe(true)
          expect(taken * 10_000n >= amount * (epoch < 7n ? 100n : 200n) || taken >= 20n).toBe(true)
        },
      ),
    )
  })

  test('a token account says whether it is frozen and demands words', () => {
    const base = new Uint8Array(165)
    base[108] = 2
    base[64] = 5
    expect(readTokenAccount(account(base))).toMatchObject({ amount: 5n, frozen: true, memoRequired: false })
    base[108] = 1
    const withMemo = Uint8Array.of(...base, 2, ...u16(7), ...u16(0), ...u16(8), ...u16(1), 1)
    expect(readTokenAccount(account(withMemo))).toMatchObject({ frozen: false, memoRequired: true })
    expect(readMint(account(withMemo))).toBeUndefined()
    expect(readTokenAccount(account(base, programs.system))).toBeUndefined()
  })
})

test('any bytes are a mint, a token account, or neither; never both, and never an error', () => {
  const owner = fc.constantFrom(programs.token, programs.token2022, programs.system)
  const data = fc.oneof(
    fc.uint8Array({ maxLength: 400 }),
    fc.uint8Array({ minLength: 82, maxLength: 82 }),
    fc.uint8Array({ minLength: 165, maxLength: 165 }),
  )
  fc.assert(
    fc.property(owner, data, (program, bytes) => {
      const given = account(bytes, program)
      const both = [readMint(given), readTokenAccount(given)].filter(Boolean)
      expect(both.length).toBeLessThan(2)
    }),
  )
})

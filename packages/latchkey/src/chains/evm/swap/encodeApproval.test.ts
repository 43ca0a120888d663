import fc from 'fast-check'
import { decodeFunctionData, encodeFunctionResult, erc20Abi, getAddress, type Hex, toHex } from 'viem'
import { expect, test } from 'vitest'
import { encodeApproval } from './encodeApproval.ts'
import { needsZeroFirst } from './needsZeroFirst.ts'
import { readAllowance } from './readAllowance.ts'

const token = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const from = `eip155:1:0x${'a1'.repeat(20)}` as const
const addresses = fc.uint8Array({ minLength: 20, maxLength: 20 }).map(bytes => getAddress(toHex(bytes)))
const amounts = fc.bigInt({ min: 0n, max: (1n << 256n) - 1n })

test('an approval is of exactly the amount to exactly the spender, by another encoder’s reading', () => {
  fc.assert(
    fc.property(addresses, addresses, amounts, (of, spender, amount) => {
      const { to, data, value } = encodeApproval({ token: of, spender, amount })
      expect({ to, value }).toEqual({ to: of, value: 0n })
      expect(decodeFunctionData({ abi: erc20Abi, data: data as Hex })).toEqual({
        functionName: 'approve',
        args: [spender, amount],
      })
    }),
  )
})

test.each([
  [{ token: 'native' }, 'TOKEN_REQUIRED'],
  [{ token: token.replace('dAC', 'DAC') }, 'TOKEN_REQUIRED'],
  [{ spender: '0x' }, 'SWAP_UNSAFE'],
  [{ amount: -1n }, 'INVALID_AMOUNT'],
  [{ amount: 1n << 256n }, 'INVALID_AMOUNT'],
  [{ amount: 1 as unknown as bigint }, 'INVALID_AMOUNT'],
])('refuses %o', (wrong, code) => {
  const grant = { token, spender: `0x${'b2'.repeat(20)}`, amount: 1n, ...wrong }
  expect(() => encodeApproval(grant)).toThrow(expect.objectContaining({ code }))
})

test('an allowance is the one word that the token answers', async () => {
  await fc.assert(
    fc.asyncProperty(addresses, amounts, async (spender, amount) => {
      const asked: unknown[] = []
      const rpc = async (method: string, params: readonly unknown[]) => {
        asked.push(method, ...params)
        return encodeFunctionResult({ abi: erc20Abi, functionName: 'allowance', result: amount })
      }
      expect(await readAllowance(rpc, { from, token, spender })).toBe(amount)
      const { to, data } = asked[1] as { to: string; data: Hex }
      expect([asked[0], to, asked[2]]).toEqual(['eth_call', token, 'latest'])
      expect(decodeFunctionData({ abi: erc20Abi, data })).toEqual({
        functionName: 'allowance',
        args: [getAddress(from.slice(9)), spender],
      })
    }),
  )
})

test.each([
  ['0x'],
  [undefined],
  [null],
  ['0x1'],
  [7],
  [`0x${'0'.repeat(63)}`],
  [`0x${'0'.repeat(65)}`],
  [`0x${'0'.repeat(128)}`],
  [`0x${'zz'.repeat(32)}`],
  [{}],
])('T74 the answer %o is no allowance, and not zero either', async answer => {
  const asked = readAllowance(async () => answer, { from, token, spender: token })
  await expect(asked).rejects.toMatchObject({ code: 'SWAP_FAILED', context: { reason: 'no-allowance' } })
})

test.each([
  ['eip155:1', token, true],
  ['eip155:1', token.toLowerCase(), true],
  ['eip155:1', '0x5A98FcBEA516Cf06857215779Fd812CA3beF1B32', true],
  ['eip155:1', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', false],
  ['eip155:10', token, false],
  ['eip155:toString', 'length', false],
] as const)('on %s the token %s needs zero first: %s', (network, address, needs) => {
  expect(needsZeroFirst(network, address)).toBe(needs)
})

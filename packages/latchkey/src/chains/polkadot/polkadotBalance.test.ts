import fc from 'fast-check'
import { expect, test } from 'vitest'
import { polkadotBalance } from './polkadotBalance.ts'

const alice = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'
const counters = '00000000000000000100000000000000'
const little = (value: bigint) => (value.toString(16).padStart(32, '0').match(/../g) ?? []).reverse().join('')

test('asks for the record of the key, by the hashes that each runtime has', async () => {
  const asked: unknown[] = []
  await polkadotBalance(async (...call) => {
    asked.push(call)
    return null
  }, alice)
  // By @polkadot/api: `api.query.system.account.key(alice)`.
  const place =
    '0x26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9de1e86a9a8c739864cf3cc5ec2bea59fd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d'
  expect(asked).toEqual([['state_getStorage', [place]]])
})

test('reads what is free, whatever follows it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }),
      fc.constantFrom(0, 16, 48, 64),
      async (free, more) => {
        const record = `0x${counters}${little(free)}${'ab'.repeat(more)}`
        expect(await polkadotBalance(async () => record, alice)).toBe(free)
      },
    ),
  )
})

test.each([
  ['nothing', undefined],
  ['an empty text', ''],
  ['no bytes', '0x'],
  ['a record that ends early', `0x${counters}${'0'.repeat(31)}`],
  ['half a byte', `0x${counters}${'0'.repeat(33)}`],
  ['no hex', `0x${counters}${'z'.repeat(32)}`],
  ['a number', 7],
])('%s is no record', async (_what, answer) => {
  await expect(polkadotBalance(async () => answer, alice)).rejects.toMatchObject({
    code: 'BALANCE_UNAVAILABLE',
  })
})

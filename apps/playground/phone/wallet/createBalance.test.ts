import type { Address } from 'viem'
import { expect, test } from 'vitest'
import { createBalance } from './createBalance.ts'

const address: Address = '0x0000000000000000000000000000000000000001'

test('shows the newest read, whichever is answered first, and an unreadable balance as unknown', async () => {
  const answers: { resolve(balance: bigint): void; reject(cause: unknown): void }[] = []
  const told: (bigint | undefined)[] = []
  const refresh = createBalance({
    read: () =>
      new Promise((resolve, reject) => {
        answers.push({ resolve, reject })
      }),
    shown: () => ({ chainId: 1, address }),
    change: balance => told.push(balance),
  })
  const first = refresh()
  const second = refresh()
  answers[1]?.resolve(2n)
  await second
  answers[0]?.resolve(1n)
  await first
  expect(told).toEqual([2n])

  const third = refresh()
  answers[2]?.reject(new Error('no node'))
  await third
  expect(told).toEqual([2n, undefined])
})

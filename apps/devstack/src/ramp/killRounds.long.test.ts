import { test } from 'vitest'
import { type KillPoint, killPoints, runKillRounds } from './killRounds.fixture.ts'

test('T73: a hundred kills between the payment and the receipt, and each order is paid once', () => {
  // The payment takes some milliseconds; loading what signs, and a payout, some hundred.
  const rounds = Array.from({ length: 100 }, (_, round): KillPoint => {
    const point = killPoints[round % (killPoints.length * 2)]
    return point ?? { afterMs: Math.floor(Math.random() * 600) }
  })
  return runKillRounds(rounds)
})

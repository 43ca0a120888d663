import { expect, it } from 'vitest'
import { killRampAndServices } from './killRampAndServices.fixture.ts'

it('T73: a hundred kills of ramp and services, and each order ends once, each credit is one order', async () => {
  const seed = Number(process.env.LATCHKEY_SEED ?? Date.now() % 1_000_000)
  console.log(`LATCHKEY_SEED=${seed}`)
  const { orders, seen } = await killRampAndServices({ rounds: 100, seed })
  console.log(`${orders} orders; at the restart: ${JSON.stringify(seen)}`)
  expect(orders).toBe(300)
  // Otherwise no kill fell between the payment and the transaction.
  expect(seen.paid).toBeGreaterThan(20)
}, 1_500_000)

import { expect, it } from 'vitest'
import { killRampAndServices } from './killRampAndServices.fixture.ts'

it('T73: orders that were paid while ramp and services were killed end once, and each credit is one order', async () => {
  expect(await killRampAndServices({ rounds: 3, seed: 32 })).toMatchObject({ orders: 9 })
})

import { expect, it } from 'vitest'
import { fromHex, joinBytes } from './bytes.ts'
import { openDeviceKey } from './deviceKey.ts'
import { memoryDatabase } from './keyDatabase.fixture.ts'
import { operatorFactor } from './recovery/makeFactor.ts'
import { splitForDevice } from './splitForDevice.ts'

it('T75: the services’ key shares, as this page splits them, are spread like random bytes, whatever the key', async () => {
  const database = memoryDatabase()
  const device = await openDeviceKey({ database, locks: navigator.locks, now: () => 0 })
  // The plainest key there is: all that is random comes from the splitter.
  const entropy = new Uint8Array(32)
  const shares: Uint8Array[] = []
  for (let i = 0; i < 40; i++) {
    const { half } = await splitForDevice(device, { account: 'ann', epoch: 1, entropy })
    shares.push(fromHex(half))
  }
  for (let i = 0; i < 360; i++) shares.push(fromHex((await operatorFactor()(entropy, 'ann')).half))
  expect(new Set(shares.map(String)).size).toBe(400)
  const counts = new Array<number>(256).fill(0)
  const bytes = joinBytes(shares)
  for (const byte of bytes) counts[byte] = (counts[byte] ?? 0) + 1
  const mean = bytes.length / 256
  // chi² of 255 degrees stays below its 0.9999 bound.
  expect(counts.reduce((sum, count) => sum + (count - mean) ** 2 / mean, 0)).toBeLessThan(350)
})

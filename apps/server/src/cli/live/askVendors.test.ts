import { afterEach, expect, it } from 'vitest'
import { startJupiter } from '../../money/convert/providers/jupiter/fakeJupiter.fixture.ts'
import { startLifi } from '../../money/convert/providers/lifi/fakeLifi.fixture.ts'
import type { FakeVendor } from '../../money/convert/providers/startVendor.fixture.ts'
import { startZeroX } from '../../money/convert/providers/zerox/fakeZeroX.fixture.ts'
import { askVendors } from './askVendors.ts'

const open: FakeVendor[] = []
afterEach(async () => {
  for (const vendor of open.splice(0)) await vendor.close()
})
const opened = (vendor: FakeVendor) => {
  open.push(vendor)
  return vendor.url
}

it('asks no vendor without keys, and says for want of what', async () => {
  expect(await askVendors({})).toEqual({
    failed: false,
    lines: [
      '0x: skipped, ZEROX_API_KEY is not set',
      'lifi: skipped, LIFI_ENABLED=1 is not set',
      'jupiter: skipped, JUPITER_API_KEY is not set',
    ],
  })
})

it('asks each vendor for one quote and one transaction', async () => {
  const { lines, failed } = await askVendors({
    ZEROX_API_KEY: 'canary',
    ZEROX_URL: opened(await startZeroX()),
    LIFI_ENABLED: '1',
    LIFI_URL: opened(await startLifi()),
    JUPITER_API_KEY: 'canary',
    JUPITER_URL: opened(await startJupiter()),
  })
  expect(lines).toEqual([
    '0x: 1000000 USDC for 1997000 DAI, at least 1977030; its transaction is refused, as no node of Ethereum is set',
    'lifi: 1000000 USDC for 1995000 DAI, at least 1975050; its transaction was read',
    'jupiter: 1000000 USDC for 1998000 SOL, at least 1978020; its transaction is refused, as no decoder reads it',
  ])
  expect(failed).toBe(false)
})

it('fails for a vendor that answers with something else, and never names a key', async () => {
  const { lines, failed } = await askVendors({
    ZEROX_API_KEY: 'canary',
    ZEROX_URL: opened(await startZeroX({ instead: { json: { name: 'INPUT_INVALID' }, status: 400 } })),
    LIFI_ENABLED: '1',
    LIFI_API_KEY: 'canary',
    LIFI_URL: opened(await startLifi({ changeCall: call => ({ ...call, minAmountOut: 0n }) })),
  })
  expect(failed).toBe(true)
  expect(lines).toEqual([
    '0x: FAILED, unavailable: 0x answered HTTP 400 INPUT_INVALID',
    'lifi: FAILED, unsafe: The transaction is not what was quoted',
    'jupiter: skipped, JUPITER_API_KEY is not set',
  ])
})

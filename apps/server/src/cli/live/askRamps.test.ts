import { afterEach, expect, it } from 'vitest'
import type { FakeVendor } from '../../money/convert/providers/startVendor.fixture.ts'
import { coinbaseKey, startCoinbase } from '../../money/onramp/coinbase/fakeCoinbase.fixture.ts'
import { moonPayAnswers, startMoonPay } from '../../money/onramp/moonpay/fakeMoonPay.fixture.ts'
import { askRamps } from './askRamps.ts'

const open: FakeVendor[] = []
afterEach(async () => {
  for (const vendor of open.splice(0)) await vendor.close()
})
const opened = (vendor: FakeVendor) => {
  open.push(vendor)
  return vendor.url
}

it('asks no vendor without keys, and says for want of what', async () => {
  expect(await askRamps({})).toEqual({
    failed: false,
    lines: [
      'meld: skipped, ONRAMP_MELD_KEY is not set',
      'coinbase: skipped, ONRAMP_COINBASE_KEY_ID or ONRAMP_COINBASE_KEY_SECRET is not set',
      'moonpay: skipped, ONRAMP_MOONPAY_KEY or ONRAMP_MOONPAY_SECRET is not set',
    ],
  })
})

it('asks each vendor what it sells and for one quote, and makes no order', async () => {
  const moonPay = await startMoonPay({
    '/v3/currencies/usdc/buy_quote': () => ({
      json: { ...moonPayAnswers.quote, quoteCurrencyCode: 'usdc', currency: { code: 'usdc' } },
    }),
  })
  const coinbase = await startCoinbase()
  const inGermany = await askRamps({
    ONRAMP_COUNTRY: 'DE',
    ONRAMP_MOONPAY_KEY: 'pk_canary',
    ONRAMP_MOONPAY_SECRET: 'sk_canary',
    ONRAMP_MOONPAY_URL: opened(moonPay),
  })
  const inAmerica = await askRamps({
    ONRAMP_COINBASE_KEY_ID: 'canary',
    ONRAMP_COINBASE_KEY_SECRET: coinbaseKey(),
    ONRAMP_COINBASE_URL: opened(coinbase),
  })
  expect([inGermany.lines[2], inAmerica.lines[1]]).toEqual([
    'moonpay: sells 3 tokens for 1 currencies in DE; 101.25 USDC on ethereum for 100 EUR by MoonPay',
    'coinbase: sells 3 tokens for 1 currencies in US; 97.105 USDC on ethereum for 100.00 USD by Coinbase',
  ])
  expect([inGermany.failed, inAmerica.failed]).toEqual([false, false])
  const paths = [...moonPay.requests, ...coinbase.requests].map(({ path }) => path)
  expect(paths.filter(path => /token|transaction/.test(path))).toEqual([])
})

it('fails for a vendor that answers with something else, and never names a key', async () => {
  const { lines, failed } = await askRamps({
    ONRAMP_MOONPAY_KEY: 'pk_canary',
    ONRAMP_MOONPAY_SECRET: 'sk_canary',
    ONRAMP_MOONPAY_URL: opened(
      await startMoonPay({ '/v3/currencies': () => ({ status: 401, json: { message: 'canary' } }) }),
    ),
  })
  expect(failed).toBe(true)
  expect(lines.join()).toMatch(/moonpay: FAILED/)
  expect(lines.join()).not.toMatch(/canary/)
})

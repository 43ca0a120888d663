import { expect, it } from 'vitest'
import { openLogins } from './openLogins.fixture.ts'
import { leastTimed, timeAddresses } from './timeAddresses.fixture.ts'

const open = openLogins()

it('T41: 2 × 2,000 logins are answered alike, and in a time that does not say whether an account exists', async () => {
  const app = await open(
    { EMAIL_ADDRESSES_PER_HOUR: '100000', EMAIL_CODES_PER_DAY: '100000' },
    { leastMailTime: leastTimed },
  )
  const { t, differences } = await timeAddresses(app, 2_000)
  expect(differences).toBe(0)
  expect(Math.abs(t)).toBeLessThan(4.5)
}, 600_000)

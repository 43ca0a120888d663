import { getCustodyConfig } from 'latchkey/services'
import { expect, test } from 'vitest'
import { createCustodyClient } from './custodyClient.ts'
import { createServicesClock } from './servicesClock.ts'

const day = 86_400_000
const services = Date.parse('2026-11-23T12:00:00.000Z')

/** Services that take no proof that is more than a minute off, at the time that they say. */
function open(saying = () => services) {
  const clock = createServicesClock(() => services + 2 * day)
  const dated: number[] = []
  const client = createCustodyClient({
    services: 'https://services.example',
    projectId: 'shop',
    clock,
    prove: async () => ({ dpop: String(clock.now()) }),
    async fetch(_input, init) {
      const at = Number(new Headers(init?.headers).get('dpop'))
      dated.push(at)
      const headers = { date: new Date(saying()).toUTCString() }
      return Math.abs(at - services) > 60_000
        ? Response.json(
            { code: 'SIGN_IN_INVALID', message: '', reasons: [], requestId: 'r' },
            { status: 401, headers },
          )
        : Response.json({ mode: 'user', operatorCanSpend: false }, { headers })
    },
  })
  return { dated, ask: () => client.call(getCustodyConfig) }
}

test('F38 dates each of several concurrent calls again, though the first answer alone is news', async () => {
  const { ask, dated } = open()
  await expect(Promise.all([ask(), ask(), ask()])).resolves.toHaveLength(3)
  expect(dated.filter(at => Math.abs(at - services) < 60_000)).toHaveLength(3)
})

test('F38 asks services that never report the same time twice and no more', async () => {
  let said = services - 9 * day
  const { ask, dated } = open(() => (said += day))
  await expect(ask()).rejects.toMatchObject({ code: 'SIGN_IN_INVALID' })
  expect(dated).toHaveLength(2)
})

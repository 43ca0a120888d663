import { expect, it } from 'vitest'
import { openApp } from '../app.fixture.ts'

it.each([
  ['is known by its address', { RELAY_PUBLIC_URLS: 'wss://relay.example/relay' }],
  ['is for development', { LATCHKEY_DEV: '1' }],
])('F38 a relay that %s reports its time to any page, without a socket', async (_how, environment) => {
  const app = await openApp(environment)
  const answer = await app.request('/relay', { method: 'HEAD', headers: { origin: 'https://shop.example' } })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(answer.headers.get('access-control-expose-headers')).toBe('Date')
  expect(Math.abs(Date.parse(answer.headers.get('date') ?? '') - Date.now())).toBeLessThan(5_000)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  await app.close()
})

it('says nothing where there is no relay', async () => {
  const app = await openApp()
  expect((await app.request('/relay')).status).toBe(404)
  await app.close()
})

/** What the frame reads of the services' prices and names: checked, and never taken for more than it is. */
import { expect, test } from 'vitest'
import { createNames } from './createNames.ts'
import { createPrices } from './createPrices.ts'

const native = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const token = `0x${'1a'.repeat(20)}`
const { signal } = new AbortController()
const services = { services: 'https://api.example/', projectId: 'shop' }

/** Services that answer this, and what they were asked. */
function answering(body: unknown, status = 200) {
  const asked: (readonly [string, RequestInit | undefined])[] = []
  const fetch = (async (url: string, options?: RequestInit) => {
    asked.push([url, options])
    return new Response(JSON.stringify(body), { status })
  }) as typeof globalThis.fetch
  return { fetch, asked }
}

const priced = (address: string, price: unknown) => ({
  address,
  symbol: 'X',
  name: 'X',
  iconUrl: null,
  price,
})

test('F27: reads the price of what it asked for, and of nothing else', async () => {
  const { fetch, asked } = answering({
    fungibles: [
      priced(`eip155:1:${native}`, 2_500.5),
      priced(`eip155:1:${token.toUpperCase().replace('0X', '0x')}`, null),
      priced(`eip155:10:${token}`, 7),
    ],
  })
  const prices = await createPrices({ ...services, fetch })(
    { chainId: 'eip155:1', tokens: ['', token] },
    signal,
  )
  expect(prices).toEqual({ '': 2_500.5 })
  const [[url, options] = []] = asked
  expect(url).toBe('https://api.example/v1/fungible/price?projectId=shop')
  expect(options).toMatchObject({
    method: 'POST',
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
  })
  expect(JSON.parse(String(options?.body))).toEqual({
    currency: 'usd',
    addresses: [`eip155:1:${native}`, `eip155:1:${token}`],
  })
})

test.each([
  ['an error', {}, 503],
  ['another shape', { prices: {} }, 200],
  ['a text for a price', { fungibles: [priced(`eip155:1:${native}`, '2500')] }, 200],
  ['less than nothing', { fungibles: [priced(`eip155:1:${native}`, -1)] }, 200],
])('F27: %s is no price', async (_, body, status) => {
  const read = createPrices({ ...services, fetch: answering(body, status).fetch })
  await expect(read({ chainId: 'eip155:1', tokens: [''] }, signal)).rejects.toThrow('HTTP')
})

test('F27: a price of zero is none', async () => {
  const { fetch } = answering({ fungibles: [priced(`eip155:1:${native}`, 0)] })
  expect(await createPrices({ ...services, fetch })({ chainId: 'eip155:1', tokens: [''] }, signal)).toEqual(
    {},
  )
})

test.each([
  ['ada.eth', 'ada.eth'],
  ['shop.wallet.example', 'shop.wallet.example'],
  [null, undefined],
  ['vit\u0430lik.eth', undefined],
  ['ada\u200b.eth', undefined],
  ['Ada.eth', undefined],
  ['ada', undefined],
  ['0.05 ETH to.me', undefined],
  [`${'a'.repeat(60)}.eth`, undefined],
])('T64: of the name %j it shows %j', async (name, shown) => {
  const { fetch, asked } = answering({ name, avatar: null })
  expect(await createNames({ ...services, fetch })(token, signal)).toBe(shown)
  expect(asked[0]?.[0]).toBe(`https://api.example/v1/identity/${token}?projectId=shop`)
})

test('T65: services that cannot say are not taken to say that there is no name', async () => {
  const read = createNames({ ...services, fetch: answering({}, 503).fetch })
  await expect(read(token, signal)).rejects.toThrow('HTTP 503')
})

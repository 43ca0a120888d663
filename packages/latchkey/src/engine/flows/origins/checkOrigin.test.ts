import { expect, test } from 'vitest'
import { createApi } from '../../base/api.ts'
import { systemClock } from '../../base/clock.ts'
import { type Reply, startLoopback } from '../../fixtures/startLoopback.ts'
import { checkOrigin, isAllowedOrigin } from './checkOrigin.ts'

const page = 'https://shop.example'

test.each([
  [page, [page], true],
  [page, ['https://other.example', page], true],
  [page, [], true],
  [page, ['https://other.example'], false],
  [page, ['http://shop.example'], false],
  [page, ['https://shop.example:8443'], false],
  [page, ['https://shop.example/'], false],
  [page, ['https://SHOP.example'], false],
  [page, ['shop.example'], false],
  [page, ['https://*.example'], false],
  ['https://www.shop.example', [page], false],
  ['https://shop.example.evil.example', [page], false],
  ['null', [page], false],
  ['null', ['null'], true],
])('%s on a page of %j: %s', (origin, allowed, expected) => {
  expect(isAllowedOrigin(origin, allowed)).toBe(expected)
})

async function checkWith(reply: Reply) {
  await using server = await startLoopback(() => reply)
  const api = createApi({
    config: { projectId: 'p1', endpoints: { directory: server.url } },
    clock: systemClock,
  })
  return await checkOrigin({ api: async () => api }, page).then(
    isAllowed => [isAllowed, server.heard[0]?.url],
    (error: { code: string }) => error.code,
  )
}

const asked = '/projects/v1/origins?projectId=p1&st=latchkey&sv=0.0.0'

test.each<[string, Reply, unknown]>([
  ['in the list', { body: { allowedOrigins: [page] } }, [true, asked]],
  ['not in the list', { body: { allowedOrigins: ['https://other.example'] } }, [false, asked]],
  ['an empty list', { body: { allowedOrigins: [] } }, [true, asked]],
  ['F22 429', { status: 429 }, 'APKT010'],
  ['F22 500', { status: 500 }, 'APKT009'],
  ['F22 599', { status: 599 }, 'APKT009'],
  ['F22 any other status', { status: 404 }, [true, asked]],
  ['F22 no answer', 'cut', [true, asked]],
  ['F22 an answer that is no list', { body: 'hello' }, [true, asked]],
  ['F22 a list of something else', { body: { allowedOrigins: 7 } }, [true, asked]],
  [
    'a key the services do not know',
    { status: 401, body: { message: 'Unauthorized: invalid key' } },
    'APKT007',
  ],
  ['no key', { status: 400, body: { message: 'Project ID Missing' } }, 'APKT008'],
  ['a page they refuse', { status: 403, body: { message: 'Unauthorized: origin not allowed' } }, 'APKT002'],
])('%s', async (_title, reply, expected) => {
  expect(await checkWith(reply)).toEqual(expected)
})

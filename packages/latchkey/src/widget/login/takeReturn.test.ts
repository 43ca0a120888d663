import { expect, test } from 'vitest'
import { createMemoryStorage } from '../../engine/base/pageStorage.ts'
import { createKeyStore } from '../../engine/base/storage.ts'
import { createFakeClock } from '../../engine/fixtures/createFakeClock.ts'
import { awaitedSocial } from '../../engine/login/awaitedSocial.ts'
import type { Widget } from '../shell/widget.ts'
import { takeReturn, takeReturned } from './takeReturn.ts'

const flow = 'Zk3pQ0w8xY2mN5vB7cR1tA'

/** A page at an address, and as much of a widget as is asked. */
async function setUp(href: string, awaited?: { readonly method: 'x'; readonly flow: string }) {
  const opened: string[] = []
  const storage = createKeyStore({ id: 'test', store: createMemoryStorage(), clock: createFakeClock() })
  if (awaited) await storage.write(awaitedSocial, awaited)
  const widget = {
    kept: new Map(),
    engine: { ctx: { storage } },
    open: (view: string) => void opened.push(view),
  } as unknown as Widget
  const history = { state: { page: 1 }, replaced: [] as string[] }
  const page = {
    location: { href },
    history: {
      state: history.state,
      replaceState: (state: unknown, _: string, url: URL) => {
        expect(state).toBe(history.state)
        history.replaced.push(url.href)
      },
    },
  } as unknown as Window
  await takeReturn(widget, page)
  return { widget, opened, storage, replaced: history.replaced }
}

test('SPEC §2 "result_uri": a login that this browser began goes on, once, and its name leaves the address', async () => {
  const { widget, opened, storage, replaced } = await setUp(
    `https://shop.example/cart?step=2&result_uri=${flow}#pay`,
    { method: 'x', flow },
  )
  expect([opened, replaced]).toEqual([['ConnectingSocial'], ['https://shop.example/cart?step=2#pay']])
  expect(await storage.read(awaitedSocial)).toBeUndefined()
  expect([takeReturned(widget), takeReturned(widget)]).toEqual([{ method: 'x', flow }, undefined])
})

test.each([
  ['one that nobody began here', undefined],
  ['another one than was begun here', { method: 'x', flow: 'Aaaaaaaaaaaaaaaaaaaaaa' }],
] as const)('T52: %s logs nobody in, and its name leaves the address all the same', async (_, awaited) => {
  const { opened, replaced, storage } = await setUp(`https://shop.example/?result_uri=${flow}`, awaited)
  expect([opened, replaced]).toEqual([[], ['https://shop.example/']])
  expect(await storage.read(awaitedSocial)).toBeUndefined()
})

test('an address that only looks like it is left alone', async () => {
  const { opened, replaced } = await setUp('https://shop.example/?q=result_uri', { method: 'x', flow })
  expect([opened, replaced]).toEqual([[], []])
})

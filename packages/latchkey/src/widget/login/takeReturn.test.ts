import { expect, test } from 'vitest'
import { createFakeClock } from '../../engine/fixtures/createFakeClock.ts'
import { awaitedSocial } from '../../engine/flows/login/awaitedSocial.ts'
import { openTabStore } from '../../engine/flows/login/tabStore.ts'
import type { Widget } from '../shell/widget.ts'
import { takeReturn, takeReturned } from './takeReturn.ts'

const flow = 'Zk3pQ0w8xY2mN5vB7cR1tA'
const other = 'Aaaaaaaaaaaaaaaaaaaaaa'

/** A tab at an address, with a store of its own as browsers have it: its keys are its properties. */
function openTab(href: string) {
  const methods = {
    getItem(key: string) {
      return Object.hasOwn(this, key) ? (this as Record<string, unknown>)[key] : null
    },
    setItem(key: string, value: string) {
      Object.assign(this, { [key]: value })
    },
    removeItem(key: string) {
      delete (this as Record<string, unknown>)[key]
    },
  }
  const state = { page: 1 }
  const location = { href }
  const page = {
    location,
    sessionStorage: Object.create(methods),
    history: {
      state,
      replaceState(given: unknown, _: string, url: URL) {
        expect(given).toBe(state)
        location.href = url.href
      },
    },
  }
  return page as unknown as Window
}

/** As much of a widget as is asked. */
async function openWidget(page: Window, id: string, awaited?: string) {
  const opened: string[] = []
  let visit = 7
  const ctx = { config: { id }, clock: createFakeClock() } as unknown as Widget['engine']['ctx']
  const store = openTabStore(ctx, page)
  if (awaited) await store.write(awaitedSocial, { method: 'x', flow: awaited })
  const widget = {
    engine: { ctx },
    open: (view: string) => void opened.push(view),
    snapshot: () => ({ modal: { open: true, entry: { key: visit } } }),
  } as unknown as Widget
  const awaits = () => store.readNow(awaitedSocial)?.flow
  return { widget, opened, awaits, visitNext: () => void visit++ }
}

test('SPEC §2 "result_uri": a login that this tab began resumes, once, and its name leaves the address', async () => {
  const page = openTab(`https://shop.example/cart?flag&step=a%20b&result_uri=${flow}#pay`)
  const { widget, opened, awaits } = await openWidget(page, 'shop', flow)
  takeReturn(widget, page)
  expect([opened, page.location.href]).toEqual([
    ['ConnectingSocial'],
    'https://shop.example/cart?flag&step=a%20b#pay',
  ])
  await expect.poll(awaits, { interval: 1 }).toBeUndefined()
  expect([takeReturned(widget), takeReturned(widget)]).toEqual([{ method: 'x', flow }, undefined])
})

test('a login that returned to a view left before its chunk came does not resume in the next', async () => {
  const page = openTab(`https://shop.example/?result_uri=${flow}`)
  const { widget, opened, visitNext } = await openWidget(page, 'shop', flow)
  takeReturn(widget, page)
  visitNext()
  expect([opened, takeReturned(widget)]).toEqual([['ConnectingSocial'], undefined])
})

test.each([
  ['one that nobody began here', undefined],
  ['another one than was begun here', other],
])('T52: %s logs in no visitor, and its name leaves the address all the same', async (_, awaited) => {
  const page = openTab(`https://shop.example/?result_uri=${flow}`)
  const { widget, opened, awaits } = await openWidget(page, 'shop', awaited)
  takeReturn(widget, page)
  expect([opened, page.location.href]).toEqual([[], 'https://shop.example/'])
  // A visitor led to such an address loses nothing by it.
  expect(awaits()).toBe(awaited)
})

test('T52: a login begun in another tab does not resume', async () => {
  await openWidget(openTab('https://shop.example/'), 'shop', flow)
  const page = openTab(`https://shop.example/?result_uri=${flow}`)
  const { widget, opened } = await openWidget(page, 'shop')
  takeReturn(widget, page)
  expect([opened, page.location.href]).toEqual([[], 'https://shop.example/'])
})

test('of two widgets the one that began the login resumes it, whichever looks first', async () => {
  const page = openTab(`https://shop.example/?result_uri=${flow}`)
  const first = await openWidget(page, 'first', other)
  const second = await openWidget(page, 'second', flow)
  takeReturn(first.widget, page)
  expect(page.location.href).toContain(flow)
  takeReturn(second.widget, page)
  expect([first.opened, second.opened, page.location.href]).toEqual([
    [],
    ['ConnectingSocial'],
    'https://shop.example/',
  ])
  expect(first.awaits()).toBe(other)
})

test('an address that only looks like a return stays untouched', async () => {
  const page = openTab('https://shop.example/?q=result_uri&my_result_uri=1')
  const { widget, opened } = await openWidget(page, 'shop', flow)
  takeReturn(widget, page)
  expect([opened, page.location.href]).toEqual([[], 'https://shop.example/?q=result_uri&my_result_uri=1'])
})

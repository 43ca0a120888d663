import type { Page } from '@playwright/test'
import { expect, shortened, test } from '../setup/test.ts'

const snapshotKey = '@latchkey/default/snapshot'
const memoryNotice = 'This browser doesn’t remember recent wallets'

test.describe('F31 localStorage', () => {
  test('full: the visitor connects all the same, and nothing throws', async ({
    page,
    shop,
    wallet: _,
    account,
  }) => {
    await page.addInitScript(() => {
      for (let size = 1_000_000; size >= 1; size = Math.floor(size / 10)) {
        try {
          for (let part = 0; part < 100; part++)
            localStorage.setItem(`host ${size} ${part}`, 'x'.repeat(size))
        } catch {
          // Full for this size: fill the rest with smaller ones.
        }
      }
    })
    await shop.goto()
    await shop.connect('Meadow Wallet')
    await expect(shop.accountButton).toHaveAccessibleName(`Account ${shortened(account.address)}`)
    expect(await stored(page)).toBeNull()
    await shop.openAccount()
    await shop.pressMenu('disconnect')
    await expect(shop.connectButton).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('host 1000000 0')?.length)).toBe(1_000_000)
  })

  test('blocked: reading it throws, and the visitor connects all the same', async ({
    page,
    shop,
    wallet: _,
  }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        },
      })
    })
    await shop.goto()
    await shop.connect('Meadow Wallet')
    await page.reload()
    await expect(shop.connectButton).toBeVisible()
  })
})

test.describe('F32 IndexedDB', () => {
  const refusals = {
    throws: () => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('Denied by the browser', 'SecurityError')
      }
    },
    'is not there': () => {
      Object.defineProperty(window, 'indexedDB', { value: undefined })
    },
    'never answers': () => {
      IDBFactory.prototype.open = () => new EventTarget() as unknown as IDBOpenDBRequest
    },
    'is blocked by an old tab': () => {
      IDBFactory.prototype.open = () => {
        const request = new EventTarget() as EventTarget & { onblocked?: (event: Event) => void }
        queueMicrotask(() => request.onblocked?.(new Event('blocked')))
        return request as unknown as IDBOpenDBRequest
      }
    },
  }
  for (const [name, refuse] of Object.entries(refusals)) {
    test(`${name}: connecting works, and one notice names the loss`, async ({ page, shop, wallet: _ }) => {
      await page.addInitScript(refuse)
      await shop.goto()
      const notices = await countTexts(page, memoryNotice)
      await shop.openConnect()
      await expect(shop.row('Meadow Wallet')).toBeVisible()
      await expect(page.getByText(memoryNotice).filter({ visible: true }).first()).toBeVisible()
      await shop.row('Meadow Wallet').click()
      await expect(shop.accountButton).toBeVisible()
      expect(await notices()).toBe(1)

      // A visit long it is remembered.
      await shop.openAccount()
      await shop.pressMenu('disconnect')
      await shop.openConnect()
      await expect(shop.section('Recent').getByRole('button', { name: 'Meadow Wallet' })).toBeVisible()
    })
  }

  test('a newer release in another tab is let through, and this tab goes on', async ({
    page,
    shop,
    wallet: _,
  }) => {
    await shop.goto()
    await shop.connect('Meadow Wallet')
    const upgraded = await page.evaluate(
      () =>
        new Promise<string>(resolve => {
          const request = indexedDB.open('@latchkey/default', 2)
          request.onblocked = () => resolve('blocked')
          request.onsuccess = () => {
            request.result.close()
            resolve('opened')
          }
        }),
    )
    expect(upgraded).toBe('opened')
    await shop.openAccount()
    await shop.pressMenu('disconnect')
    await expect(shop.connectButton).toBeVisible()
    await shop.connect('Meadow Wallet')
  })
})

test.describe('F33 stored data', () => {
  const broken = {
    empty: '',
    'not JSON': '{"v":1,"at":17',
    'another type': '[]',
    null: 'null',
    'no version': '{"data":{}}',
    'a version of the past': '{"v":0,"at":0,"data":{}}',
    'half a connection':
      '{"v":1,"at":0,"data":{"activeNamespace":"eip155","connections":[{"id":"x"}],"active":{},"chosen":{}}}',
    'an active account of no connection':
      '{"v":1,"at":0,"data":{"activeNamespace":"eip155","connections":[],"active":{"eip155":{"connectionId":"x","caip10":"eip155:1:0x0"}},"chosen":{}}}',
    'a prototype': '{"v":1,"at":0,"data":{"__proto__":{"connections":[]},"activeNamespace":"eip155"}}',
    'far too long': `{"v":1,"at":0,"data":"${'x'.repeat(600_000)}"}`,
  }

  test('broken in any way: a clean start, one copy set aside, able to connect', async ({
    page,
    shop,
    wallet: _,
    account,
  }) => {
    await shop.goto()
    for (const [name, text] of Object.entries(broken)) {
      await test.step(name, async () => {
        await page.evaluate(([key, value]) => localStorage.setItem(key, value), [snapshotKey, text] as const)
        await page.reload()
        await expect.soft(shop.connectButton).toBeVisible()
        expect.soft(await shop.state(state => state.connections)).toEqual([])
      })
    }
    await shop.connect('Meadow Wallet')
    await expect(shop.accountButton).toHaveAccessibleName(`Account ${shortened(account.address)}`)
    const own = await page.evaluate(() =>
      Object.keys(localStorage).filter(key => key.startsWith('@latchkey/')),
    )
    expect(own.filter(key => key.includes('quarantine')).length).toBeLessThanOrEqual(1)
    await page.reload()
    await expect(shop.accountButton).toBeVisible()
  })

  test('C8 of a newer release: left alone, never overwritten, able to connect', async ({
    page,
    shop,
    wallet: _,
  }) => {
    const newer = '{"v":99,"at":0,"data":{"what":"nobody knows yet"}}'
    await shop.goto()
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [snapshotKey, newer] as const)
    await page.reload()
    await expect(shop.connectButton).toBeVisible()
    await shop.connect('Meadow Wallet')
    expect(await stored(page)).toBe(newer)
    await shop.openAccount()
    await shop.pressMenu('disconnect')
    await expect(shop.connectButton).toBeVisible()
    expect(await stored(page)).toBe(newer)
  })

  test('a database without its stores, or with foreign content, is set aside', async ({
    page,
    shop,
    stack,
    wallet: _,
  }) => {
    for (const prepare of ['foreign stores', 'foreign content', 'garbage for recents'] as const) {
      await test.step(prepare, async () => {
        await page.goto(`${stack.shop}/devstack.json`)
        await page.evaluate(breakDatabase, prepare)
        await shop.goto()
        await shop.connect('Meadow Wallet')
        await shop.openAccount()
        await shop.pressMenu('disconnect')
        await shop.openConnect()
        await expect(shop.section('Recent').getByRole('button', { name: 'Meadow Wallet' })).toBeVisible()
        await expect(page.getByText(memoryNotice)).toHaveCount(0)
      })
    }
    await page.reload()
    await shop.openConnect()
    await expect(shop.section('Recent').getByRole('button', { name: 'Meadow Wallet' })).toBeVisible()
  })

  test('a database of a newer release is left alone', async ({ page, shop, stack, wallet: _ }) => {
    await page.goto(`${stack.shop}/devstack.json`)
    await page.evaluate(breakDatabase, 'newer' as const)
    await shop.goto()
    await shop.connect('Meadow Wallet')
    const kept = await page.evaluate(
      () =>
        new Promise<unknown>((resolve, reject) => {
          const request = indexedDB.open('@latchkey/default')
          request.onerror = () => reject(request.error)
          request.onsuccess = () => {
            const get = request.result.transaction('entries').objectStore('entries').getAll()
            get.onsuccess = () => resolve(get.result)
          }
        }),
    )
    expect(kept).toEqual([99, 'from the future'])
  })
})

/** Runs in the page: leaves the widget's database in a state that this release did not make. */
async function breakDatabase(
  how: 'foreign stores' | 'foreign content' | 'garbage for recents' | 'newer',
): Promise<void> {
  const name = '@latchkey/default'
  const settled = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  await settled(indexedDB.deleteDatabase(name))
  const opening = indexedDB.open(name, 1)
  opening.onupgradeneeded = () => {
    for (const store of how === 'foreign stores' ? ['letters'] : ['entries', 'quarantine']) {
      opening.result.createObjectStore(store)
    }
  }
  const database = await settled(opening)
  if (how !== 'foreign stores') {
    const entries = database.transaction('entries', 'readwrite').objectStore('entries')
    const marker = { 'foreign content': 'mine', 'garbage for recents': 1, newer: 99 }[how]
    await settled(entries.put(marker, '@latchkey/version'))
    if (how === 'newer') await settled(entries.put('from the future', 'recents'))
    else await settled(entries.put({ not: 'a text' }, 'recents'))
  }
  database.close()
}

function stored(page: Page): Promise<string | null> {
  return page.evaluate(key => localStorage.getItem(key), snapshotKey)
}

/** Counts how often an element with a text was added to the widget from now on. */
async function countTexts(page: Page, text: string): Promise<() => Promise<number>> {
  const counter = await page.evaluateHandle(wanted => {
    const told = { count: 0 }
    const look = (records: readonly MutationRecord[]) => {
      for (const { addedNodes } of records) {
        for (const node of addedNodes) {
          const isLive = node.parentElement?.closest('[role=status], [role=alert], [aria-live]') !== null
          if (!isLive && node.textContent?.includes(wanted)) told.count += 1
        }
      }
    }
    const watch = (root: Node) => new MutationObserver(look).observe(root, { childList: true, subtree: true })
    const attach = Element.prototype.attachShadow
    Element.prototype.attachShadow = function (init) {
      const root = attach.call(this, init)
      watch(root)
      return root
    }
    return told
  }, text)
  return async () => (await counter.jsonValue()).count
}

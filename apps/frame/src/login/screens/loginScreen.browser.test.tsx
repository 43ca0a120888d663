import axe from 'axe-core'
import { oneOf } from 'latchkey/oneof'
import {
  getLoginWaiting,
  postLoginDelete,
  postLoginWaitingStop,
  type RouteDefinition,
  type WaitingChange,
} from 'latchkey/services'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Frame } from '../../frame.ts'
import { CustodyRefusal } from '../../keys/custodyClient.ts'
import { KeysError } from '../../keys/keysError.ts'
import { groupsOfCode } from '../../keys/recovery/recoveryCode.ts'
import { createScreens } from '../../screens/createScreens.ts'
import { screenLoaders } from '../../screens/screenLoaders.ts'
import type { ChangeState } from '../createEmailChange.ts'
import type { Login } from '../createLogin.ts'
import { loginPlace } from '../loginPlace.ts'
import type { LoginState } from '../loginState.ts'
import { PasskeyError, type PasskeyErrorCode } from '../passkey/passkeyBrowser.ts'
import { PasskeySheet } from '../passkey/window/PasskeySheet.tsx'
import { createWatched } from '../watched.ts'

const email = 'ann@mail.example'
const user = {
  account: 'ann',
  email,
  name: null,
  provider: 'email',
  identities: [],
  createdAt: '2026-11-21T09:00:00.000Z',
  frozenUntil: null,
}
const mailed = { flow: 'f'.repeat(22), email, form: 'short', until: 0 } as const

/** A login at one step, whose verbs the test says. */
function show(
  first: LoginState,
  verbs: Partial<Login> = {},
  screen: 'VERIFY_OTP' | 'VERIFY_PRIMARY_OTP' | 'PASSKEY' = 'VERIFY_OTP',
) {
  const state = createWatched<LoginState>(first)
  const login = {
    ...state,
    memory: 'lasting',
    check: async () => false,
    passkeys: { isSupported: true },
    settled: async () => {},
    awaitDevice: () => new Promise(() => {}),
    resend: async () => {},
    ...verbs,
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
  return { screens, state, login, result: screens.show(screen, { code: '11111111' }).result }
}

afterEach(() => {
  for (const element of [...document.body.children]) if (element.shadowRoot) element.remove()
})

test('typed codes reach their field even where the frame may not take the focus first, as in WebKit', async () => {
  const { focus } = HTMLElement.prototype
  let hasTyped = false
  addEventListener('keydown', () => (hasTyped = true), { capture: true, once: true })
  HTMLElement.prototype.focus = function (options) {
    if (hasTyped) focus.call(this, options)
  }
  onTestFinished(() => {
    HTMLElement.prototype.focus = focus
  })
  show({ at: 'code', ...mailed })
  const field = page.getByLabelText('6-digit code')
  await expect.element(field).toBeVisible()
  expect(document.activeElement).toBe(document.body)
  await userEvent.keyboard('1234')
  await expect.element(field).toHaveValue('1234')
})

test('submits a code as soon as it is complete, typed or pasted in groups, and reports a wrong one', async () => {
  const tried: string[] = []
  const { state, result } = show(
    { at: 'code', ...mailed },
    {
      enterCode: async code => {
        tried.push(code)
        if (code !== '123456') throw new CustodyRefusal('EMAIL_CODE_INVALID')
        state.set({ at: 'in', user })
      },
    },
  )
  const field = page.getByLabelText('6-digit code')
  // What the page sent along with the wish is in no field.
  await expect.element(field).toHaveValue('')
  expect(field.element().getAttribute('autocomplete')).toBe('one-time-code')
  expect(field.element().getAttribute('inputmode')).toBe('numeric')
  await expect.poll(() => host().activeElement === field.element()).toBe(true)
  await userEvent.fill(field, '876 543')
  await expect.element(page.getByText(/That code didn’t work/)).toBeVisible()
  await userEvent.fill(field, 'Your code for Shop 24: 123-456')
  expect(await result).toBe('done')
  expect(tried).toEqual(['876543', '123456'])
})

test('S4: a restored wallet is shown by its whole addresses, and is in use only after a press', async () => {
  const addresses = {
    eip155: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    solana: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
  } as const
  const smart = '0x3BEdc827071Ea4bA8f62475cBF603a8Cb1D45157'
  let presses = 0
  const { state, result } = show(
    { at: 'restored', user, addresses, smart },
    {
      confirm: async () => {
        presses++
        if (presses === 1) throw new CustodyRefusal('offline')
        state.set({ at: 'in', user })
      },
    },
  )
  let ended: unknown
  void result.then(how => (ended = how))
  await expect.element(page.getByRole('heading', { name: 'Is this your wallet?' })).toBeVisible()
  for (const address of [...Object.values(addresses), smart])
    await expect.element(page.getByText(address, { exact: true })).toBeVisible()
  expect([presses, ended]).toEqual([0, undefined])
  const use = page.getByRole('button', { name: 'Use this wallet' })
  await userEvent.click(use)
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(ended).toBeUndefined()
  await userEvent.click(use)
  expect([await result, presses]).toEqual(['done', 2])
})

test('S4: a restored wallet that its visitor does not know is left unused', async () => {
  const addresses = { eip155: `0x${'1'.repeat(40)}`, solana: '1'.repeat(32) } as const
  const { state, result } = show(
    { at: 'restored', user, addresses },
    {
      confirm: () => Promise.reject(new Error('pressed')),
      cancel: async () => state.set({ at: 'cancelled', before: 'recover', email }),
    },
  )
  await expect.element(page.getByText('Solana', { exact: true })).toBeVisible()
  expect(page.getByText('Your smart account there').elements()).toEqual([])
  await userEvent.click(page.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(page.getByRole('button', { name: 'Close' }))
  expect(await result).toBe('closed')
})

test('offers another code after 30 s, counted down (SPEC §5)', async () => {
  let times = 0
  const { state } = show(
    { at: 'code', ...mailed, until: Date.now() + 30_000 },
    { resend: async () => void times++ },
  )
  const button = page.getByRole('button', { name: /Resend in (30|29) s/ })
  await expect.element(button).toBeVisible()
  await userEvent.click(button, { force: true })
  expect(times).toBe(0)
  state.set({ at: 'code', ...mailed })
  await userEvent.click(page.getByRole('button', { name: 'Resend code' }))
  expect(times).toBe(1)
})

test('shows a number until the link is approved, and restarts an ended login (T43)', async () => {
  const begun: string[] = []
  const { state, result } = show(
    { at: 'device', match: '42', ...mailed },
    {
      begin: async address => {
        begun.push(address)
        state.set({ at: 'code', ...mailed })
        return 'VERIFY_OTP'
      },
    },
  )
  await expect.element(page.getByText('42', { exact: true })).toBeVisible()
  state.set({ at: 'ended', email })
  await userEvent.click(page.getByRole('button', { name: 'Start again' }))
  await expect.element(page.getByLabelText('6-digit code')).toBeVisible()
  expect(begun).toEqual([email])
  await userEvent.click(page.getByRole('button', { name: 'Change address' }))
  expect(await result).toBe('closed')
})

/** What is to be read, and not only heard. */
const said = (words: string | RegExp) => page.getByRole('form').getByText(words)

const verbs = (
  state: { get(): LoginState; set(next: LoginState): void },
  kept: unknown[] = [],
): Partial<Login> => ({
  keep: async way => {
    kept.push(way)
    state.set({ at: 'in', user })
  },
  settled: async () => {
    if (state.get().at === 'keep') state.set({ at: 'in', user })
  },
  cancel: async () => state.set({ at: 'cancelled', before: 'create', email }),
})

test('a new wallet is protected by a saved code, and by none that was not saved', async () => {
  const kept: { kind: string; code: string }[] = []
  const { state, login, result } = show({ at: 'keep', user })
  Object.assign(login, verbs(state, kept))
  await userEvent.click(page.getByRole('button', { name: 'Write down a code' }))
  const groups = page.getByRole('list', { name: 'Recovery code' }).getByRole('listitem')
  await expect.element(groups.first()).toBeVisible()
  const code = groups.elements().map(({ textContent }) => textContent)
  await userEvent.click(page.getByRole('button', { name: 'Continue' }))
  await expect.element(page.getByRole('alert')).toHaveTextContent('Tick the box once you’ve saved the code.')
  expect(kept).toEqual([])
  await userEvent.click(page.getByLabelText('I’ve saved it'))
  await userEvent.click(page.getByRole('button', { name: 'Continue' }))
  expect([await result, kept.map(way => [way.kind, groupsOfCode(way.code)])]).toEqual([
    'done',
    [['code', code]],
  ])
})

test('a new wallet can be protected later: what is asked until then is read in a breath', async () => {
  const { state, login, result } = show({ at: 'keep', user })
  Object.assign(login, verbs(state))
  const later = page.getByRole('button', { name: 'Later' })
  await expect.element(later).toBeVisible()
  const element = host().host
  const words = (later.element().closest('form') as HTMLElement).innerText
  expect(words).toContain('Protect your wallet')
  expect(words.split(/\s+/).filter(word => /\w/.test(word)).length).toBeLessThanOrEqual(35)
  const { violations } = await axe.run(element as HTMLElement, { rules: { region: { enabled: false } } })
  expect(violations).toEqual([])
  await userEvent.click(page.getByText('How it’s kept'))
  await expect.element(page.getByText('Beta, not yet audited', { exact: false })).toBeVisible()
  await userEvent.click(later)
  expect(await result).toBe('done')
})

test('a passkey protects a new wallet with one touch; one that cannot is said, and leaves the other ways', async () => {
  const failures: unknown[] = [new PasskeyError('cancelled'), undefined]
  const add = async () => {
    const failure = failures.shift()
    if (failure) throw failure
    return false
  }
  const passkeys = { isSupported: true, add } as unknown as Login['passkeys']
  const { state, login, result } = show({ at: 'keep', user }, { passkeys })
  Object.assign(login, verbs(state))
  const use = page.getByRole('button', { name: 'Use a passkey' })
  await userEvent.click(use)
  await expect.element(page.getByText(/No passkey was used/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Create it in a window' })).toBeVisible()
  await userEvent.click(use)
  await expect.element(page.getByText(/passkey can’t open your wallet/)).toBeVisible()
  await expect.element(use).not.toBeInTheDocument()
  await userEvent.click(page.getByRole('button', { name: 'Later' }))
  expect(await result).toBe('done')
})

test('an older login proves itself again before something protects its wallet', async () => {
  const tried: unknown[] = []
  const proof = { ways: async () => ['passkey'], byPasskey: async () => {} } as unknown as Login['proof']
  const { state, login, result } = show({ at: 'keep', user }, { proof })
  Object.assign(login, verbs(state), {
    keep: async (way: unknown) => {
      tried.push(way)
      if (tried.length === 1) throw new CustodyRefusal('CUSTODY_STEP_UP')
      state.set({ at: 'in', user })
    },
  })
  await userEvent.click(page.getByRole('button', { name: 'Write down a code' }))
  await userEvent.click(page.getByLabelText('I’ve saved it'))
  await userEvent.click(page.getByRole('button', { name: 'Continue' }))
  await userEvent.click(page.getByRole('button', { name: 'Use a passkey' }))
  expect([await result, tried[1]]).toEqual(['done', tried[0]])
})

test.each([
  ['page', /blocks storage here/],
  ['run', /forgets your wallet when it quits/],
  ['unproven', /can’t unlock an idle wallet/],
] as const)(
  'F30: where a wallet would be lost (%s) a way back comes first and says why; leaving it ends in a sentence',
  async (by, words) => {
    const { state, login, result } = show({ at: 'create', user, by })
    Object.assign(login, verbs(state))
    await expect.element(said(words)).toBeVisible()
    expect(page.getByRole('button', { name: 'Later' }).elements()).toEqual([])
    await userEvent.click(page.getByRole('button', { name: 'Cancel' }))
    await expect.element(said('No wallet was created, and you’re logged out.')).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: 'Close' }))
    expect(await result).toBe('closed')
  },
)

test('tells a browser without a share plainly where its wallet is, and how the login ends', async () => {
  const { state, login, result } = show({ at: 'recover', user, ways: [] })
  Object.assign(login, {
    cancel: async () => state.set({ at: 'cancelled', before: 'recover', email: null }),
  })
  await expect.element(said('Your wallet is in another browser')).toBeVisible()
  await expect.element(said(/Only the browser that created it can open it/)).toBeVisible()
  await expect.element(page.getByText(/start a new one/)).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Cancel' }))
  await expect.element(said('You’re logged out. Your wallet hasn’t changed.')).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Close' }))
  expect(await result).toBe('closed')
})

test('a wallet that the services did not answer for is made by a press', async () => {
  const { state, login, result } = show({ at: 'create', user, by: 'later' })
  Object.assign(login, { create: async () => state.set({ at: 'in', user }) })
  await expect.element(said('Your wallet isn’t ready yet')).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Create wallet' }))
  expect(await result).toBe('done')
})

test('asks a visitor without a key share for the code; where a login is enough, it says so', async () => {
  const { state } = show(
    { at: 'recover', user, ways: ['code'] },
    {
      recover: async way => {
        throw new KeysError(way.kind === 'code' && way.code === 'nothing' ? 'text' : 'secret')
      },
      create: async () => {},
    },
  )
  const field = page.getByLabelText('Recovery code')
  await userEvent.fill(field, 'nothing')
  await userEvent.click(page.getByRole('button', { name: 'Recover wallet' }))
  await expect.element(page.getByText(/code has 26 letters and digits/)).toBeVisible()
  await userEvent.fill(field, '0'.repeat(26))
  await userEvent.click(page.getByRole('button', { name: 'Recover wallet' }))
  await expect.element(page.getByText(/doesn’t open your wallet/)).toBeVisible()
  state.set({ at: 'create', user, by: 'operator' })
  await expect
    .element(page.getByText(/keeps your key too, and could use it without you/).first())
    .toBeVisible()
})

test('T115: where nothing recovers the wallet, its account is deleted after 72 hours, which can be stopped', async () => {
  const waiting: WaitingChange[] = []
  const later = new CustodyRefusal('APKT010', 3_600)
  const answers = [later, undefined]
  const call = async (route: RouteDefinition, body?: unknown) => {
    if (route.path === getLoginWaiting.path) return { waiting: [...waiting] }
    if (route.path === postLoginWaitingStop.path) return { stopped: waiting.splice(0).length > 0 }
    expect([route.path, body]).toEqual([postLoginDelete.path, { account: 'ann' }])
    const refusal = answers.shift()
    if (refusal) throw refusal
    waiting.push({
      id: 'w'.repeat(22),
      kind: 'account',
      label: null,
      browser: 'Chrome on Linux',
      page: 'https://shop.example',
      begunAt: '2026-11-21T09:00:00.000Z',
      effectAt: '2026-11-24T09:00:00.000Z',
      isOwn: true,
    })
    return { deleted: false, waits: waiting[0] }
  }
  const press = (name: string | RegExp) => userEvent.click(page.getByRole('button', { name }))
  const sessions = { client: { call } } as unknown as Login['sessions']
  show({ at: 'recover', user, ways: ['code'] }, { sessions })
  await press('I can’t open my wallet any more')
  await expect.element(page.getByRole('heading', { name: 'Start over' })).toBeVisible()
  await expect
    .element(page.getByRole('button', { name: 'Delete account' }))
    .toHaveAttribute('aria-disabled', 'false')
  await press('Delete account')
  await expect.element(page.getByText(/You can ask again from/)).toBeVisible()
  await press('Delete account')
  await expect
    .element(page.getByRole('form').getByText(/deleted at the time below, unless it’s stopped/))
    .toBeVisible()
  await expect.element(page.getByText('Chrome on Linux (this one)')).toBeVisible()
  await press(/^Stop it/)
  await expect.element(page.getByText('Stopped. Nothing was changed.')).toBeVisible()
  await press('Back')
  await expect.element(page.getByLabelText('Recovery code')).toBeVisible()
})

test.each([
  ['page', /blocks storage here/],
  ['run', /forgets your wallet when it quits/],
] as const)(
  'warns, when a wallet is created or recovered, that it lasts no longer than the %s, and names the remedy',
  async (memory, words) => {
    const { state } = show({ at: 'create', user, by: 'passkey' }, { memory })
    const until = page.getByText(words)
    const passkey = page.getByText(/passkey makes that one touch/)
    await expect.element(until).toBeVisible()
    state.set({ at: 'recover', user, ways: ['code'] })
    await expect.element(page.getByLabelText('Recovery code')).toBeVisible()
    await expect.element(until).toBeVisible()
    await expect.element(passkey).toBeVisible()
    state.set({ at: 'recover', user, ways: ['passkey', 'code'] })
    await expect.element(page.getByRole('button', { name: 'Use passkey' })).toBeVisible()
    await expect.element(until).toBeVisible()
    await expect.element(passkey).not.toBeInTheDocument()
  },
)

test("in the operator's mode recovers by a press, and reports a failure", async () => {
  const tried: string[] = []
  const failures = [new CustodyRefusal('offline'), undefined]
  const { state, result } = show(
    { at: 'recover', user, ways: ['code', 'operator'] },
    {
      recover: async ({ kind }) => {
        tried.push(kind)
        const failure = failures.shift()
        if (failure) throw failure
        state.set({ at: 'in', user })
      },
    },
  )
  await userEvent.click(page.getByRole('button', { name: 'Recover wallet' }))
  await expect.element(page.getByText(/reach the services/)).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Use the recovery code' }))
  await expect.element(page.getByLabelText('Recovery code')).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Recover by logging in' }))
  await userEvent.click(page.getByRole('button', { name: 'Recover wallet' }))
  expect([await result, tried]).toEqual(['done', ['operator', 'operator']])
})

test('a passkey logs in or creates a wallet; one that opens nothing and an unknown one are reported', async () => {
  const asked: string[] = []
  const fail = (error: unknown) => async () => {
    asked.push('failed')
    throw error
  }
  const passkeys = {
    isSupported: true,
    logIn: fail(new CustodyRefusal('SIGN_IN_INVALID')),
    signUp: async () => state.set({ at: 'create', user, by: 'passkey' }),
    recover: fail(new PasskeyError('closed')),
  }
  const { state, result } = show(
    { at: 'out' },
    { passkeys: passkeys as unknown as Login['passkeys'], create: async () => state.set({ at: 'in', user }) },
    'PASSKEY',
  )
  await userEvent.click(page.getByRole('button', { name: 'Log in with a passkey' }))
  await expect.element(page.getByText(/We don’t recognize this passkey/)).toBeVisible()
  const { violations } = await axe.run(host().host as HTMLElement, { rules: { region: { enabled: false } } })
  expect(violations).toEqual([])
  state.set({ at: 'recover', user, ways: ['code', 'passkey'] })
  await userEvent.click(page.getByRole('button', { name: 'Use passkey' }))
  await expect.element(page.getByText(/can’t open your wallet in this browser/)).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Use the recovery code' }))
  await expect.element(page.getByLabelText('Recovery code')).toBeVisible()
  state.set({ at: 'out' })
  await userEvent.click(page.getByRole('button', { name: 'Create a new wallet' }))
  await userEvent.click(page.getByRole('button', { name: 'Create wallet' }))
  expect([await result, asked]).toEqual(['done', ['failed', 'failed']])
})

test('calls a passkey that was created and not accepted no stranger’s, and closes its window with the screen', async () => {
  const opened = { closed: false, close: () => void Object.assign(opened, { closed: true }) }
  const { open } = window
  window.open = () => opened as unknown as Window
  onTestFinished(() => void Object.assign(window, { open }))
  const passkeys = {
    isSupported: true,
    signUp: async (by?: unknown) => {
      if (!by) throw new PasskeyError('unsupported')
      if (passkeys.isSlow) return new Promise<boolean>(() => {})
      throw new CustodyRefusal('SIGN_IN_INVALID')
    },
    isSlow: false,
  }
  const given = { passkeys: passkeys as unknown as Login['passkeys'] }
  const { screens } = show({ at: 'out' }, given, 'PASSKEY')
  await userEvent.click(page.getByRole('button', { name: 'Create a new wallet' }))
  await userEvent.click(page.getByRole('button', { name: 'Create it in a window' }))
  await expect.element(page.getByText('Something went wrong. Try again.')).toBeVisible()
  expect([page.getByText(/We don’t recognize this passkey/).elements(), opened.closed]).toEqual([[], true])
  Object.assign(opened, { closed: false })
  passkeys.isSlow = true
  await userEvent.click(page.getByRole('button', { name: 'Create a new wallet' }))
  await userEvent.click(page.getByRole('button', { name: 'Create it in a window' }))
  screens.closeAll()
  await expect.poll(() => opened.closed).toBe(true)
})

test('a window creates one passkey: a visitor who left can retry, and afterwards nothing is left to press', async () => {
  const codes: (PasskeyErrorCode | undefined)[] = ['cancelled', undefined]
  createScreens({
    document,
    loaders: {
      PASSKEY: async () => ({
        Screen: ({ close }) => <PasskeySheet make={async () => codes.shift()} close={close} />,
        size: 320,
      }),
    },
    emit: () => {},
    frame: () => ({}) as Frame,
  }).show('PASSKEY', undefined)
  const press = () => userEvent.click(page.getByRole('button', { name: 'Create passkey' }))
  await press()
  await expect.element(page.getByText(/No passkey was used. Try again/)).toBeVisible()
  await press()
  await expect.element(page.getByRole('heading', { name: 'Passkey created' })).toBeVisible()
  expect([codes, page.getByRole('button').elements()]).toEqual([[], []])
  const { violations } = await axe.run(host().host as HTMLElement, { rules: { region: { enabled: false } } })
  expect(violations).toEqual([])
})

test('shows the progress of a slow password, and the remedy for a locked one', async () => {
  const { promise, reject } = Promise.withResolvers<void>()
  const tried: string[] = []
  show(
    { at: 'recover', user, ways: ['password'] },
    {
      recover: way => {
        if (way.kind === 'password') {
          tried.push(way.password)
          way.onProgress?.(0.425)
        }
        return promise
      },
    },
  )
  await userEvent.fill(page.getByLabelText('Password'), 'a long enough one')
  await userEvent.click(page.getByRole('button', { name: 'Recover wallet' }))
  await expect.element(page.getByText('Opening: 42 %')).toBeVisible()
  reject(new CustodyRefusal('CUSTODY_LOCKED'))
  await expect.element(page.getByText(/the password is locked/)).toBeVisible()
  expect(tried).toEqual(['a long enough one'])
})

test('a change of address asks for a proof, a code at the old address, then one at the new one (T45)', async () => {
  const next = 'ann@other.example'
  const asked = { change: 'c'.repeat(22), form: 'digits', next, until: 0 } as const
  const state = createWatched<ChangeState>({ at: 'prove', next })
  const change = {
    ...state,
    begin: async () => 'VERIFY_PRIMARY_OTP' as const,
    beginLost: async () => {},
    again: async () => state.set({ at: 'primary', email, ...asked }),
    finish: async () => {},
    proven: async () => state.set({ at: 'wait', next, until: 0 }),
    enterCode: async () => {
      state.set(state.get().at === 'primary' ? { at: 'secondary', email: next, ...asked } : { at: 'done' })
    },
  }
  const proof = { ways: async () => ['passkey'], byPasskey: async () => {} } as unknown as Login['proof']
  const { result } = show({ at: 'in', user }, { change, proof }, 'VERIFY_PRIMARY_OTP')
  await userEvent.click(page.getByRole('button', { name: 'Use a passkey' }))
  await userEvent.click(page.getByRole('button', { name: 'Send code' }))
  await expect.element(page.getByRole('heading', { name: /old address/ })).toBeVisible()
  await userEvent.fill(page.getByLabelText('8-digit code'), '12345678')
  await expect.element(page.getByRole('heading', { name: /new address/ })).toBeVisible()
  await expect.element(page.getByLabelText('8-digit code')).toHaveValue('')
  await userEvent.fill(page.getByLabelText('8-digit code'), '12345678')
  expect(await result).toBe('done')
})

const steps: readonly LoginState[] = [
  { at: 'device', match: '42', ...mailed, until: Date.now() + 3_600_000 },
  { at: 'code', ...mailed },
  { at: 'ended', email },
  { at: 'create', user, by: 'page' },
  { at: 'create', user, by: 'later' },
  { at: 'create', user, by: 'operator' },
  { at: 'create', user, by: 'passkey' },
  { at: 'keep', user },
  { at: 'cancelled', before: 'create', email },
  { at: 'recover', user, ways: ['code'] },
  { at: 'recover', user, ways: [] },
  { at: 'recover', user, ways: ['operator'] },
  { at: 'recover', user, ways: ['password'] },
  { at: 'recover', user, ways: ['code', 'password', 'passkey'] },
]

test.each(['light', 'dark'] as const)(
  'each step is named, accessible and fits with text twice as large: %s',
  async mode => {
    await page.viewport(360, 800)
    const { screens, state } = show({ at: 'code', ...mailed })
    for (const step of steps) {
      state.set(step)
      const title = () => page.getByRole('form').getByRole('heading')
      await expect.element(title()).toBeVisible()
      for (const size of ['10px', '20px']) {
        screens.dress({ mode, variables: { fontSizeMaster: size } })
        const { violations } = await axe.run(host().host as HTMLElement, {
          rules: { region: { enabled: false } },
        })
        expect(violations.map(({ id, nodes }) => [step.at, size, id, nodes[0]?.html])).toEqual([])
        expect([step.at, document.documentElement.scrollWidth]).toEqual([step.at, 360])
      }
      expect(document.title).toBe(title().element().textContent)
      // The keyboard begins where something is to be typed, else at the title.
      const focused = host().activeElement
      expect(focused?.tagName).toBe(host().querySelector('input') ? 'INPUT' : 'H2')
    }
  },
)

const host = () => [...document.body.children].find(({ shadowRoot }) => shadowRoot)?.shadowRoot as ShadowRoot

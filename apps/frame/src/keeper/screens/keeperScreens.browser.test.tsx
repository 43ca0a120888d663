import axe from 'axe-core'
import { giveOne, oneOf } from 'latchkey/oneof'
import type { FrameEvent, FrameEventName } from 'latchkey/services'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Frame } from '../../frame.ts'
import { createMemoryDatabase } from '../../keys/createMemoryDatabase.ts'
import { openDeviceKey } from '../../keys/deviceKey.ts'
import type { Login } from '../../login/createLogin.ts'
import { loginPlace } from '../../login/loginPlace.ts'
import type { LoginState } from '../../login/loginState.ts'
import type { Memory } from '../../login/memoryOf.ts'
import { createWatched } from '../../login/watched.ts'
import { createScreens } from '../../screens/createScreens.ts'
import { screenLoaders } from '../../screens/screenLoaders.ts'
import { createPageMemory } from '../pageMemory.ts'
import { type FromKeeper, keeperPort, keeperReady, type ToKeeper } from '../window/messages.ts'

const user = { account: 'ann', email: 'ann@mail.example' } as Extract<LoginState, { at: 'in' }>['user']

const told: (readonly [FrameEventName, unknown])[] = []

/** A frame with a visitor who has just logged in, in a browser with that memory. */
async function show(memory: Memory, screen: 'VERIFY_OTP' | 'OPEN_WALLET' = 'VERIFY_OTP') {
  told.length = 0
  const kept = createPageMemory()
  kept.kept.set('login', { v: 1, at: 0, data: {} })
  await openDeviceKey({ database: createMemoryDatabase(kept.keys), locks: navigator.locks, now: Date.now })
  const login = { ...createWatched<LoginState>({ at: 'in', user }), memory } as unknown as Login
  const emit = <E extends FrameEventName>(name: E, payload: FrameEvent<E>) => void told.push([name, payload])
  const life = new AbortController()
  const frame = {
    page: { theme: {}, dapp: {} },
    host: 'https://shop.example',
    site: { projectId: 'shop' },
    emit,
    signal: life.signal,
  } as unknown as Frame
  giveOne(frame, createPageMemory, kept)
  oneOf(frame, loginPlace).login = Promise.resolve(login)
  const screens = createScreens({
    document,
    loaders: screenLoaders,
    emit,
    frame: () => frame,
    touched: () => {},
  })
  onTestFinished(() => life.abort())
  return { screens, kept, result: screens.show(screen, { note: 'bm90ZQ' }).result }
}

/** Windows that the wallet opens answer so; null: the browser opens none. */
function answerWith(answer: FromKeeper | null): ToKeeper[] {
  const asked: ToKeeper[] = []
  const { open } = window
  const life = new AbortController()
  addEventListener(
    'message',
    ({ data, ports: [port] }) => {
      if (data !== keeperPort || !port || !answer) return
      port.onmessage = ({ data }) => {
        asked.push(data)
        port.postMessage(answer)
      }
    },
    { signal: life.signal },
  )
  window.open = url => {
    expect(new URL(String(url)).hash).toBe('#keeper')
    if (!answer) return null
    window.postMessage(keeperReady, location.origin)
    return { closed: false } as Window
  }
  onTestFinished(() => {
    window.open = open
    life.abort()
  })
  return asked
}

const notes = () => told.filter(([name]) => name === 'KEPT').map(([, payload]) => payload)
const press = (name: string) => userEvent.click(page.getByRole('button', { name }))

afterEach(() => {
  for (const element of [...document.body.children]) if (element.shadowRoot) element.remove()
})

test('a browser that stores the wallet is asked nothing', async () => {
  const { result } = await show('lasting')
  expect(await result).toBe('done')
  expect(notes()).toEqual([])
})

test('where the browser stores nothing, a press has a window keep the keys, and the page a note of each change', async () => {
  const asked = answerWith({ is: 'kept' })
  const { kept, result } = await show('page')
  await press('Keep it here')
  expect(await result).toBe('done')
  expect(asked).toMatchObject([{ is: 'keep', owner: { host: 'https://shop.example', projectId: 'shop' } }])
  // What the page still carried of an earlier login is void.
  await expect.poll(notes).toEqual([{ note: null }, { note: expect.stringMatching(/^[\w-]{40,}$/) }])
  kept.kept.set('use', 1)
  await expect.poll(() => notes().length).toBe(3)
  kept.kept.clear()
  await expect.poll(() => notes().at(-1)).toEqual({ note: null })
})

test('a visitor who does not want it is logged in all the same', async () => {
  const { result } = await show('page')
  await press('Not now')
  expect(await result).toBe('done')
  expect(notes()).toEqual([{ note: null }])
})

test.each([
  ['was blocked', null, /blocked the window/],
  ['stores nothing either', { is: 'failed' }, /blocks storage in that window too/],
] as const)('keeping by a window that %s says so, and can be tried again', async (_, answer, words) => {
  answerWith(answer)
  const { result } = await show('page')
  await press('Keep it here')
  await expect.poll(() => page.getByRole('alert').query()?.textContent ?? '').toMatch(words)
  answerWith({ is: 'kept' })
  await press('Keep it here')
  expect(await result).toBe('done')
})

test.each([
  ['was blocked', null, /blocked the window/],
  ['has no keys for the page', { is: 'none' }, /Log in and recover it/],
] as const)('opening by a window that %s says so, and leads to another way', async (_, answer, words) => {
  answerWith(answer)
  const { result } = await show('page', 'OPEN_WALLET')
  await press('Open wallet')
  await expect.poll(() => page.getByRole('alert').query()?.textContent ?? '').toMatch(words)
  await press('Log in another way')
  expect(await result).toBe('closed')
})

test.each([
  ['VERIFY_OTP', 'Keep your wallet in this browser'],
  ['OPEN_WALLET', 'Open your wallet'],
] as const)('%s is announced, readable in both themes and at twice the size', async (screen, title) => {
  await page.viewport(390, 844)
  const { screens } = await show('page', screen)
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible()
  const host = [...document.body.children].filter(element => element.shadowRoot).at(-1) as HTMLElement
  expect(host.shadowRoot?.querySelector('[role=status]')?.textContent).toContain(title)
  for (const mode of ['light', 'dark'] as const) {
    screens.dress({ mode })
    for (const change of host.shadowRoot?.getAnimations() ?? []) change.finish()
    const { violations } = await axe.run(host, { resultTypes: ['violations'] })
    expect(violations.map(({ id }) => id)).toEqual([])
  }
  screens.dress({ variables: { fontSizeMaster: '20px' } })
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

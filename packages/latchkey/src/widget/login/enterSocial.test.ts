import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMachine } from '../../engine/base/machine.ts'
import { giveOne } from '../../engine/base/oneOf.ts'
import { createSocialFlow, type SocialFlow } from '../../engine/flows/login/createSocialFlow.ts'
import { socialTransition } from '../../engine/flows/login/socialTransition.ts'
import type { SocialWindow } from '../../engine/flows/login/socialWindow.ts'
import { closedModal, modalTransition } from '../shell/modalTransition.ts'
import type { Widget } from '../shell/widget.ts'
import { enterFarcaster, enterSocial } from './enterSocial.ts'
import { pressSocial, takePressed } from './pressSocial.ts'

/** A browser that lets windows open, as far as this page has a hand in them. */
function openBrowser() {
  const windows: { closed: boolean }[] = []
  const browser = Object.assign(new EventTarget(), {
    document: { hasFocus: () => true },
    open() {
      const made = {
        closed: false,
        document: { title: '', body: {} },
        location: { replace: () => undefined },
        close: () => {
          made.closed = true
        },
      }
      windows.push(made)
      return made
    },
  })
  return { browser, windows, areClosed: () => windows.map(({ closed }) => closed) }
}

let browser: ReturnType<typeof openBrowser>
beforeEach(() => {
  browser = openBrowser()
  vi.stubGlobal('window', browser.browser)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** A widget with a login that records its calls. */
function setUp() {
  const modal = createMachine(closedModal, modalTransition)
  const login = createMachine({ at: 'idle' } as const, socialTransition as never) as SocialFlow['machine']
  const done: unknown[] = []
  const opened: (SocialWindow | undefined)[] = []
  const flow: SocialFlow = {
    machine: login,
    begin(method, window) {
      done.push(['begin', method])
      opened.push(window)
    },
    beginHere: () => undefined,
    resume: () => undefined,
    open: () => undefined,
    focus: () => undefined,
    leave() {
      done.push(['leave'])
      login.dispatch({ type: 'left' })
    },
  }
  const life = new AbortController()
  const connections = { getState: () => ({ activeNamespace: 'eip155' }) }
  let now = 0
  const widget = {
    engine: { ctx: { signal: life.signal, connections } },
    snapshot: () => ({ modal: modal.getState(), config: {} }),
    subscribe: modal.subscribe,
    loading: () => undefined,
    push: (view: 'Connect', data: unknown) => {
      now += 1_000
      modal.dispatch({ type: 'pushed', view, data, at: now })
    },
    replace: (view: 'Connect', data: unknown) => modal.dispatch({ type: 'replaced', view, data }),
    back: () => modal.dispatch({ type: 'back', connected: false, closable: true, firm: false }),
  } as unknown as Widget
  giveOne(widget.engine.ctx, createSocialFlow, flow as SocialFlow)
  modal.dispatch({ type: 'opened', view: 'Connect' })
  const view = () => modal.getState().entry.view
  return { widget, done, opened, login, life, view }
}

const provider = { provider: 'github' } as const

test("a pressed login begins with its window once the view's chunk is there", () => {
  const { widget, done, opened, view } = setUp()
  pressSocial(widget, 'github')
  expect(view()).toBe('ConnectingSocial')
  enterSocial(widget, provider)
  expect(done).toEqual([['begin', 'github']])
  expect(opened[0]?.isClosed).toBe(false)
  // It is the login's from now on.
  widget.back()
  expect([browser.areClosed(), takePressed(widget)]).toEqual([[false], undefined])
})

test.each([
  ['gone back from', (widget: Widget) => widget.back()],
  ['left for another way', (widget: Widget) => pressSocial(widget, 'passkey')],
])(
  'a view that is %s before its chunk came leaves no empty window, and the next visit begins none of it',
  (_, leave) => {
    const { widget, done, opened } = setUp()
    pressSocial(widget, 'github')
    leave(widget)
    expect(browser.areClosed()).toEqual([true])
    widget.push('ConnectingSocial', { provider: 'google' })
    enterSocial(widget, { provider: 'google' })
    expect([done, opened]).toEqual([[], []])
  },
)

test('a widget that is destroyed meanwhile leaves no empty window', () => {
  const { widget, life } = setUp()
  pressSocial(widget, 'github')
  life.abort()
  expect(browser.areClosed()).toEqual([true])
})

test('a passkey is requested at once; Farcaster has its own view, which requests a code', () => {
  const { widget, done, view } = setUp()
  widget.push('ConnectingSocial', { provider: 'passkey' })
  enterSocial(widget, { provider: 'passkey' })()
  widget.replace('ConnectingSocial', { provider: 'farcaster' })
  enterSocial(widget, { provider: 'farcaster' })
  expect(view()).toBe('ConnectingFarcaster')
  enterFarcaster(widget)()
  expect(done).toEqual([['begin', 'passkey'], ['leave'], ['begin', 'farcaster'], ['leave']])
})

test('a page that the browser’s Back restored is no longer leaving', () => {
  const { widget, done, login } = setUp()
  widget.push('ConnectingSocial', provider)
  enterSocial(widget, provider)
  const show = (persisted: boolean) =>
    browser.browser.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
  login.dispatch({ type: 'begun', method: 'github' })
  show(true)
  expect(done).toEqual([])
  login.dispatch({ type: 'leaving' })
  show(false)
  expect(done).toEqual([])
  show(true)
  expect([done, login.getState()]).toEqual([[['leave']], { at: 'idle' }])
})

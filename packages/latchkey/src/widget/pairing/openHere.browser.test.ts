import { afterEach, expect, test, vi } from 'vitest'
import { forgetLink, recallLink } from '../../engine/pair/linkChoice.ts'
import { fakeUri } from '../fixtures/createFakePairing.ts'
import { type ShownState, showViewState } from '../fixtures/showViewState.ts'
import { viewStates } from '../fixtures/viewStates.ts'

let shown: ShownState | undefined

afterEach(() => {
  shown?.destroy()
  shown = undefined
  vi.restoreAllMocks()
  forgetLink()
})

test.each(['ConnectingWalletConnect/any', 'ConnectingWalletConnectBasic/any'])(
  'on Android a wallet that was opened beside the code is opened again for what it is asked: %s',
  async id => {
    const opened: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      opened.push(this.href)
    })
    const state = viewStates.find(each => each.id === id)
    if (!state) throw new Error(`no state ${id}`)
    shown = await showViewState({
      ...state,
      platform: { os: 'android', telegram: false, framed: false },
      sign: '[data-state=approving]',
      steps: [...state.steps, { do: 'press', what: 'Open on this device' }],
    })
    const { engine } = shown.runtime
    const flow = await engine.pairing()
    const [attempt] = shown.pairing.attempts
    const connected = new Promise<void>(resolve => {
      flow.machine.subscribe(now => now.at === 'connected' && resolve())
    })
    attempt?.approve()
    await connected
    expect(opened).toEqual([fakeUri(1)])
    expect(recallLink()).toMatchObject({ name: 'Android' })
  },
)

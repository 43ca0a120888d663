import { afterEach, expect, test, vi } from 'vitest'
import { forgetLink, recallLink } from '../../engine/flows/pair/linkChoice.ts'
import type { PairState } from '../../engine/flows/pair/pairTransition.ts'
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

/** A view on Android whose "Open on this device" was pressed. */
async function openHere(id: string) {
  const opened: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    opened.push(this.href)
  })
  const state = viewStates.find(each => each.id === id)
  if (!state) throw new Error(`no state ${id}`)
  shown = await showViewState({
    ...state,
    // A pairing dialog and nothing else leads to the list on a phone; this view is opened by name there.
    options: { ...state.options, basic: false },
    platform: { os: 'android', telegram: false, framed: false },
    sign: '[data-state=approving]',
    steps: [...state.steps, { do: 'press', what: 'Open on this device' }],
  })
  const { pairing, runtime } = shown
  const flow = await runtime.engine.pairing()
  const until = (at: PairState['at']) =>
    new Promise<void>(resolve => {
      flow.machine.subscribe(now => now.at === at && resolve())
    })
  const approve = async () => {
    const connected = until('connected')
    pairing.attempts.at(-1)?.approve()
    await connected
  }
  return { opened, flow, until, approve }
}

const ids = ['ConnectingWalletConnect/any', 'ConnectingWalletConnectBasic/any']

test.each(ids)(
  'on Android a wallet that was opened beside the code is opened again for its request: %s',
  async id => {
    const { opened, approve } = await openHere(id)
    await approve()
    expect(opened).toEqual([fakeUri(1)])
    expect(recallLink()).toMatchObject({ name: 'Android' })
  },
)

test('a wallet opened in vain is not opened again, once another device has scanned a later code', async () => {
  const { flow, until, approve } = await openHere('ConnectingWalletConnect/any')
  flow.cancel()
  const ready = until('ready')
  flow.enter({})
  await ready
  await approve()
  expect(recallLink()).toBeUndefined()
})

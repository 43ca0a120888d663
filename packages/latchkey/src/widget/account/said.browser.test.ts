/** What the live regions say of Account. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFakeRuntime, type FakeRuntime } from '../fixtures/createFakeRuntime.ts'
import { endMotion } from '../fixtures/endMotion.ts'
import { type ShownState, showViewState } from '../fixtures/showViewState.ts'
import { until } from '../fixtures/until.ts'
import { viewStates } from '../fixtures/viewStates.ts'

let shown: ShownState | undefined
let fake: FakeRuntime | undefined

beforeEach(() => {
  document.body.innerHTML = ''
})

afterEach(() => {
  shown?.destroy()
  fake?.runtime.destroy()
  shown = undefined
  fake = undefined
})

/** Everything that the dialog's live regions say from now on. */
function listen(root: ShadowRoot): string[] {
  const said: string[] = []
  const watch = new MutationObserver(records => {
    for (const { target } of records) {
      const words = target.textContent?.replace('\u00a0', '')
      if (words) said.push(words)
    }
  })
  for (const region of root.querySelectorAll('dialog [aria-live]')) {
    watch.observe(region, { childList: true, characterData: true, subtree: true })
  }
  return said
}

const frames = async (count: number) => {
  for (let at = 0; at < count; at += 1) await new Promise(requestAnimationFrame)
}

const unavailable = 'Token Balance Unavailable'

test('a balance that neither the chain nor the services know is announced once', async () => {
  fake = createFakeRuntime({
    wallets: [{ name: 'Fox Wallet' }],
    connected: 0,
    services: {},
    options: { id: 'said' },
  })
  const { runtime, clock } = fake
  await runtime.engine.ready
  runtime.open({ view: 'Networks' })
  const root = await until(() => document.querySelector('[data-latchkey=said]')?.shadowRoot)
  await until(() => root.querySelector('[data-view=Networks] .row'))
  const said = listen(root)
  runtime.open({ view: 'Account' })
  await until(() => root.querySelector('.tokens-failed'))
  await until(() => said.includes(unavailable))
  await until(() => runtime.getState().view === 'Account' && root.querySelector('.account-balance'))
  await frames(10)
  expect(said.filter(words => words === unavailable)).toHaveLength(1)

  // The balance is not asked for again so soon, and its notice is gone: the tokens say it of themselves.
  clock.advance(5_000)
  await until(() => root.querySelector('.notice') === null)
  runtime.open({ view: 'Networks' })
  await until(() => root.querySelector('[data-view=Networks] .row'))
  said.length = 0
  runtime.open({ view: 'Account' })
  await until(() => said.includes(unavailable))
  await frames(10)
  expect(said.filter(words => words === unavailable)).toHaveLength(1)

  // Later both can be read, and the lower notice does not repeat the upper one.
  runtime.open({ view: 'Networks' })
  await until(() => root.querySelector('[data-view=Networks] .row'))
  clock.advance(60_000)
  said.length = 0
  runtime.open({ view: 'Account' })
  await until(() => root.querySelector('.tokens-failed'))
  await until(() => said.includes(unavailable))
  await frames(10)
  expect(said.filter(words => words === unavailable)).toHaveLength(1)
})

test.each(['nfts', 'activityList'])(
  'returning to it announces its title, and no count replaces it: %s',
  async id => {
    const state = viewStates.find(each => each.id === `Account/${id}`)
    if (!state) throw new Error(`There is no state ${id}`)
    shown = await showViewState(state)
    const { root, runtime } = shown
    root.querySelector<HTMLElement>('[data-row=network]')?.click()
    await until(
      () => root.querySelector('[data-view=Networks]') && !root.querySelector('[data-of=Account]'),
      () => endMotion(root),
    )
    const said = listen(root)
    root.querySelector<HTMLElement>('[part=back]')?.click()
    await until(
      () => root.querySelector('.nft-tile, .activity-row') && runtime.getState().view === 'Account',
      () => endMotion(root),
    )
    await until(() => said.length > 0)
    await frames(5)
    expect(said).toEqual(['Account'])
  },
)

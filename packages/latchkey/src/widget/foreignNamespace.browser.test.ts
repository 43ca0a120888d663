import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createOrbitWorld, type OrbitWorld, orbitIds } from '../chains/conformance/createOrbitWorld.ts'
import { orbit, orbitNetwork } from '../chains/conformance/orbit.ts'
import { parseBase58 } from '../contract/base58.ts'
import { createBackendSiwx } from '../siwx.ts'
import { until } from './fixtures/until.ts'
import { createLatchkey } from './handle/createLatchkey.ts'
import type { Latchkey } from './handle/latchkey.ts'

const { own, friend, real, imitation, moved } = orbitIds

let latchkey: Latchkey
let world: OrbitWorld

beforeEach(() => {
  document.body.innerHTML = ''
  world = createOrbitWorld()
  vi.stubGlobal('fetch', world.fetch)
  latchkey = createLatchkey({
    id: 'orbit',
    projectId: 'test',
    adapters: [orbit(world.wallet)],
    networks: [orbitNetwork],
    endpoints: { api: 'https://api.orbit.example' },
    siwx: createBackendSiwx({ url: 'https://host.example/auth' }),
    storage: createTestStorage(),
  })
})

afterEach(async () => {
  await latchkey.destroy()
  world.wallet.stop()
  vi.unstubAllGlobals()
})

test('an adapter alone gives its namespace a complete account: sign-in, balance, tokens, explorer and sending', async () => {
  void latchkey.open().catch(() => undefined)
  ;(await until(() => row('Comet'))).click()

  // Signing in, for which the wallet is asked by itself: the text is the namespace's own, and the signature is a real one.
  await until(() => world.verified[0])
  const { message, signature } = world.verified[0] ?? { message: '', signature: '' }
  expect(message.split('\n').slice(0, 2)).toEqual([
    `${location.host} wants you to sign in with your Orbit account:`,
    own,
  ])
  expect(message).toContain('Chain ID: main')
  expect(await isSigned(message, signature)).toBe(true)

  // Success closes the widget.
  await until(() => !latchkey.getState().open)

  // The account: balance, explorer, tokens.
  await latchkey.open({ view: 'Account' })
  await until(() => shown()?.textContent?.includes('2.500 ORB'))
  expect(shown()?.querySelector('.account-who .address')?.getAttribute('title')).toBe(own)
  const explorer = await until(() => link('https://scan.orbit.example/'))
  expect(explorer).toBe(`https://scan.orbit.example/holder/${own}?net=main`)
  await until(() =>
    [...(shown()?.querySelectorAll('[data-row]') ?? [])].some(each =>
      each.textContent?.includes('True Dollar'),
    ),
  )
  expect(latchkey.getState().accounts.orbit?.tokenBalance?.map(({ address }) => address)).toEqual(
    expect.arrayContaining([real, imitation]),
  )

  // Sending: the review speaks of the token that is sent, never of the one with nearly its address.
  void latchkey
    .open({ view: 'WalletSend', arguments: { token: real, amount: '3', to: friend } })
    .catch(() => undefined)
  const review = await until(() => button('Review'))
  await until(() => !review.disabled && shown()?.textContent?.includes('TRUE'))
  review.click()
  const send = await until(() => button('Send 3 TRUE'))
  expect(shown()?.querySelector('.review-effect')?.textContent).toMatch(
    /^True Dollar \(.+….+\) leaves your account\.$/,
  )
  expect(shown()?.textContent).toContain('Orbit')
  send.click()
  await until(() => link('https://scan.orbit.example/move/'))
  expect(link('https://scan.orbit.example/move/')).toBe(`https://scan.orbit.example/move/${moved}?net=main`)
  await until(() => shown()?.querySelector('[data-state=confirmed]'))
  expect(world.orders).toEqual([{ from: own, to: friend, amount: 3_000_000n, token: real }])
})

function root(): ShadowRoot | null | undefined {
  return document.querySelector('[data-latchkey=orbit]')?.shadowRoot
}

function shown(): HTMLElement | null | undefined {
  return root()?.querySelector<HTMLElement>('.shell-view:not([data-phase=out], [data-phase=ahead])')
}

function button(words: string): HTMLButtonElement | undefined {
  return [...(shown()?.querySelectorAll('button') ?? [])].find(each => each.textContent?.trim() === words)
}

function row(words: string): HTMLElement | undefined {
  return [...(shown()?.querySelectorAll<HTMLElement>('.row') ?? [])].find(each =>
    each.textContent?.includes(words),
  )
}

function link(start: string): string | undefined {
  return [...(shown()?.querySelectorAll('a') ?? [])]
    .map(({ href }) => href)
    .find(href => href.startsWith(start))
}

async function isSigned(message: string, signature: string): Promise<boolean> {
  const bytes = Uint8Array.from(atob(signature), letter => letter.charCodeAt(0))
  const raw = parseBase58(own, 32) as Uint8Array<ArrayBuffer>
  const key = await crypto.subtle.importKey('raw', raw, 'Ed25519', false, ['verify'])
  return crypto.subtle.verify('Ed25519', key, bytes, new TextEncoder().encode(message))
}

function createTestStorage() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

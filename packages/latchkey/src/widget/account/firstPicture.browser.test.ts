/** What Account shows first: rows with their pictures, and a total that counts up to what it always said. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cdp } from 'vitest/browser'
import { limits } from '../../contract/limits.ts'
import { createFakeRuntime, type FakeRuntime } from '../fixtures/createFakeRuntime.ts'
import { endMotion } from '../fixtures/endMotion.ts'
import { fakeToken } from '../fixtures/fakeToken.ts'
import { until } from '../fixtures/until.ts'

let fake: FakeRuntime | undefined

beforeEach(() => {
  document.body.innerHTML = ''
})

afterEach(async () => {
  fake?.runtime.destroy()
  await cdp().send('Emulation.setEmulatedMedia', { features: [] } as never)
})

const dollars = fakeToken({ chainId: 'eip155:1', decimals: 18 }, [
  'USD Coin',
  'USDC',
  '70',
  1,
  `0x${'1'.repeat(40)}`,
])

/** A connected account with 70 dollars, whose picture comes when it is let in. */
async function start({ waits }: { readonly waits?: 'briefly' } = {}) {
  let letIn: (picture: Blob) => void = () => undefined
  const picture = new Promise<Blob>(resolve => {
    letIn = resolve
  })
  fake = createFakeRuntime({
    wallets: [{ name: 'Fox Wallet', balance: 10n ** 18n }],
    connected: 0,
    services: {
      '/v1/account/{address}/balance': { balances: [dollars] },
      '/public/getTokenImage/{id}': () => picture,
    },
    // Else the clock stands still for what the rows wait for.
    ...(waits === undefined && { holds: [limits.viewHeld] }),
    options: {
      id: 'first',
      features: { activity: true },
      endpoints: { api: 'https://api.example', images: 'https://images.example' },
    },
  })
  const { runtime } = fake
  await runtime.engine.ready
  runtime.open({ view: 'Account' })
  const root = await until(() => document.querySelector('[data-latchkey=first]')?.shadowRoot)
  const rows = () => root.querySelectorAll('.tab-panel .row').length
  return { root, rows, letIn, runtime }
}

async function square(): Promise<Blob> {
  const canvas = new OffscreenCanvas(8, 8)
  canvas.getContext('2d')?.fillRect(0, 0, 8, 8)
  return canvas.convertToBlob()
}

const total = (root: ShadowRoot) => root.querySelector<HTMLElement>('.account-balance .count-up')

test('tokens show once their pictures are decoded, and never a letter before', async () => {
  const { root, rows, letIn } = await start()
  await until(() => total(root))
  // Those of the list itself, once its code is here.
  await until(() => root.querySelectorAll('.tab-panel [aria-busy] li').length === 6)
  expect(rows()).toBe(0)
  letIn(await square())
  await until(rows)
  const image = await until(() => root.querySelector<HTMLImageElement>('.tab-panel .logo-image[data-shown]'))
  expect(image.naturalWidth).toBe(8)
  expect(root.querySelector('.tab-panel .logo-letter')).toBeNull()
})

test('pictures that take long are not waited for', async () => {
  const { root, rows } = await start({ waits: 'briefly' })
  await until(rows)
  expect(root.querySelector('.tab-panel .logo-letter')?.textContent).toBe('U')
})

test('rows that were shown are there at once when the view is come back to', async () => {
  const { root, rows } = await start({ waits: 'briefly' })
  await until(rows)
  root.querySelector<HTMLElement>('.tab-panel .row')?.click()
  await until(
    () => root.querySelector('.token[data-state=shown]') && !root.querySelector('[data-of=Account]'),
    () => endMotion(root),
  )
  const shows: string[] = []
  const observer = new MutationObserver(() => {
    if (root.querySelector('.token-skeleton')) shows.push('skeleton')
  })
  observer.observe(root, { childList: true, subtree: true })
  root.querySelector<HTMLElement>('[part=back]')?.click()
  await until(rows)
  observer.disconnect()
  expect(shows).toEqual([])
})

test('the total counts up once, and reads as its end value throughout', async () => {
  const { root, runtime } = await start()
  const figure = await until(() => total(root))
  expect(figure.textContent).toBe('$70.00')
  expect(figure.dataset.counting).toMatch(/^\$\d+\.\d\d$/)
  endMotion(root)
  await until(() => figure.dataset.counting === undefined)
  runtime.close()
  runtime.open({ view: 'Account' })
  const again = await until(() => total(root))
  expect([again.textContent, again.dataset.counting]).toEqual(['$70.00', undefined])
})

test('with reduced motion it is there at once', async () => {
  const features = [{ name: 'prefers-reduced-motion', value: 'reduce' }]
  await cdp().send('Emulation.setEmulatedMedia', { features } as never)
  const { root } = await start()
  const figure = await until(() => total(root))
  expect([figure.textContent, figure.dataset.counting]).toEqual(['$70.00', undefined])
})

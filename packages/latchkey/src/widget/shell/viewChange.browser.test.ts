import { afterEach, expect, test, vi } from 'vitest'
import { cdp } from 'vitest/browser'
import { eventually } from '../conformance/eventually.ts'
import { createRuntimePage, fox, foxRow } from '../fixtures/runtimePage.ts'
import { until } from '../fixtures/until.ts'
import { views } from '../views.ts'

const page = createRuntimePage()
const { find, root, press, start } = page

const still = () =>
  cdp().send('Emulation.setEmulatedMedia', {
    features: [{ name: 'prefers-reduced-motion', value: 'reduce' }],
  } as never)

afterEach(() => cdp().send('Emulation.setEmulatedMedia', { features: [] } as never))

/** The widget with a view whose chunk comes when it is let in. */
function startHeld(name: 'AllWallets') {
  let letIn = () => {}
  const held = new Promise<void>(resolve => {
    letIn = resolve
  })
  const runtime = start({
    views: views.map(view => (view.name === name ? { ...view, load: () => held.then(view.load) } : view)),
  })
  return { runtime, letIn }
}

/** Whether the old view lies under the next one in the commit that draws that: then no frame is without one of them. */
function drawnTogether(): Promise<boolean> {
  return new Promise(resolve => {
    const watch = new MutationObserver(() => {
      if (!find('.shell-view[data-of=AllWallets]')) return
      watch.disconnect()
      resolve(find('.shell-view[data-of=Connect]')?.hasAttribute('data-under') === true)
    })
    watch.observe(root(), { childList: true, subtree: true })
  })
}

test('the old view stays, unreachable and dimmed at most, until the chunk of the next one is here', async () => {
  const { runtime, letIn } = startHeld('AllWallets')
  runtime.open()
  const together = drawnTogether()
  await press('[data-row=search]')
  const held = await until(() => find('.shell-view[data-of=Connect][data-phase=out]'))
  expect(held.hasAttribute('data-under')).toBe(false)
  expect(find('[part=title]')?.textContent).toBe('Connect wallet')
  expect(getComputedStyle(held).opacity).toBe('1')
  expect(Number(getComputedStyle(held, '::after').opacity)).toBeLessThanOrEqual(0.5)
  letIn()
  await until(() => find('.shell-view[data-of=AllWallets] .all-wallets'))
  expect(await together).toBe(true)
})

test('shows a skeleton in place of a chunk that does not come', async () => {
  const { runtime } = startHeld('AllWallets')
  runtime.open()
  await press('[data-row=search]')
  await until(() => find('.shell-view[data-of=AllWallets] [aria-busy=true]'))
})

/** The picture that flies, held in its first frame: by the time a press is answered, it may have arrived. */
function heldFlight(): Promise<{ readonly flying: HTMLElement; readonly flight: Animation | undefined }> {
  return new Promise(resolve => {
    const watch = new MutationObserver(() => {
      const flying = find('.logo-flying')
      if (!flying) return
      watch.disconnect()
      const flight = flying.getAnimations()[0]
      flight?.pause()
      resolve({ flying, flight })
    })
    watch.observe(root(), { childList: true, subtree: true })
  })
}

const logosOf = () => [...root().querySelectorAll<HTMLElement>('.logo')]
const isHidden = (logo: HTMLElement) => getComputedStyle(logo).visibility === 'hidden'

test('the picture of a wallet moves from its row into the ring', async () => {
  const runtime = start({ wallets: [{ ...fox, connect: 'hang' }] })
  runtime.open()
  const row = await until(() => find(`${foxRow} .logo`))
  await until(() => row.querySelector('[data-shown]'))
  const from = row.getBoundingClientRect()
  const flown = heldFlight()
  await press(foxRow)
  const { flying, flight } = await flown
  if (flight) flight.currentTime = 0
  const first = flying.getBoundingClientRect()
  expect([first.width, first.height].map(Math.round)).toEqual([from.width, from.height].map(Math.round))
  expect(Math.abs(first.left - from.left)).toBeLessThanOrEqual(1)
  expect(flying.querySelectorAll('img[data-shown]').length).toBe(1)
  // It is in one place at a time, at most.
  expect(
    logosOf().filter(
      logo => logo.querySelector('img')?.src === flying.querySelector('img')?.src && !isHidden(logo),
    ),
  ).toEqual([flying])
  flight?.finish()
  await eventually(() => find('.logo-flying')).toBeNull()
  expect(isHidden(await until(() => find('.ring .logo')))).toBe(false)
})

test('with reduced motion it is in the ring at once', async () => {
  await still()
  const runtime = start({ wallets: [{ ...fox, connect: 'hang' }] })
  runtime.open()
  await press(foxRow)
  const ring = await until(() => find('.ring .logo'))
  expect(isHidden(ring)).toBe(false)
  expect(find('.logo-flying')).toBeNull()
})

test.each([
  { pressed: true, reduced: false, ticks: [[8]] },
  { pressed: false, reduced: false, ticks: [] },
  { pressed: true, reduced: true, ticks: [] },
])('the device ticks as a wallet connects: %o', async ({ pressed, reduced, ticks }) => {
  if (reduced) await still()
  const vibrate = vi.spyOn(navigator, 'vibrate').mockReturnValue(true)
  vi.spyOn(navigator.userActivation, 'hasBeenActive', 'get').mockReturnValue(pressed)
  const runtime = start()
  runtime.open()
  await press(foxRow)
  await until(() => find('.ring[data-state=success]'))
  await eventually(() => find('.ring')).toBeNull()
  expect(vibrate.mock.calls).toEqual(ticks)
})

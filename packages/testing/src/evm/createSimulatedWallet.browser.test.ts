import { afterEach, expect, it } from 'vitest'
import { createSimulatedNamespace } from '../simulated/createSimulatedNamespace.ts'
import { createSimulatedWallet, type SimulatedWallet } from './createSimulatedWallet.ts'
import { testAccounts } from './testAccounts.ts'

const first = testAccounts[0]?.address
const key = 'latchkey-testing:test.browser'
let wallet: SimulatedWallet | undefined

afterEach(() => {
  wallet?.stop()
  localStorage.removeItem(key)
})

function create(): SimulatedWallet {
  wallet?.stop()
  wallet = createSimulatedWallet({ name: 'Browser Wallet', rdns: 'test.browser', chains: [{ id: 31337 }] })
  return wallet
}

it('is discovered in a page, connects, and is still connected after a reload', async () => {
  const found: SimulatedWallet['provider'][] = []
  const listen = (event: Event) => found.push((event as CustomEvent<SimulatedWallet>).detail.provider)
  addEventListener('eip6963:announceProvider', listen)
  create()
  dispatchEvent(new Event('eip6963:requestProvider'))
  removeEventListener('eip6963:announceProvider', listen)
  expect(found).toEqual([wallet?.provider, wallet?.provider])
  expect(await found[0]?.request({ method: 'eth_requestAccounts' })).toEqual([first])
  expect(localStorage.getItem(key)).toContain(first)
  expect(await create().provider.request({ method: 'eth_accounts' })).toEqual([first])
  expect(wallet?.control.requests).toHaveLength(1)
})

it('shows its icon', async () => {
  const image = new Image()
  image.src = create().info.icon
  await image.decode()
  expect(image.naturalWidth).toBe(96)
})

it('signs in the page', async () => {
  const { provider } = create()
  await provider.request({ method: 'eth_requestAccounts' })
  expect(await provider.request({ method: 'personal_sign', params: ['hello', first] })).toMatch(
    /^0x[0-9a-f]{130}$/,
  )
})

it('has a companion of another namespace', async () => {
  const other = createSimulatedNamespace({ name: 'Sun Wallet', memory: false })
  expect(await other.connect()).toHaveLength(1)
  other.stop()
})

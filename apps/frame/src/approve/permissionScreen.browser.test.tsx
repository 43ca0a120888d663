/** The approval of a permission as its visitor sees it, one state for each kind. */
import axe from 'axe-core'
import type { Permission } from 'latchkey/services'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Frame } from '../frame.ts'
import type { ApprovalProgress, ApprovalRequest, PendingApproval } from '../provider/approval.ts'
import { createScreens } from '../screens/createScreens.ts'
import { ApproveScreen } from './ApproveScreen.tsx'

const holder = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const shop = '0x00000000000000000000000000000000000B0b00'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const expiry = Date.UTC(2026, 11, 1, 12) / 1_000
const start = Date.UTC(2026, 10, 30, 12) / 1_000
const progress: ApprovalProgress = {
  at: 'known',
  tokens: { [usdc.toLowerCase()]: { symbol: 'USDC', decimals: 6, isCollection: false, isListed: true } },
  known: [],
  sent: 0,
}
const unaudited = /Experimental: the contract that enforces these limits isn’t audited/
const spends = 'Let a key spend for you'
const ether = '0xde0b6b3a7640000'

/** Title, permission, and what is said of its limits, in order. */
const kinds: readonly (readonly [string, string, Permission, readonly string[]])[] = [
  [
    'an amount',
    spends,
    { is: 'allowance', amount: ether, payee: shop, expiry },
    ['May spend, at most', '1 ETH'],
  ],
  [
    'an amount of a token',
    spends,
    { is: 'allowance', amount: '0x2625a0', token: usdc, payee: shop, expiry },
    ['May spend, at most', '2.5 USDC', 'Token', usdc],
  ],
  [
    'an amount each period',
    spends,
    { is: 'periodic', amount: ether, seconds: 604_800, start, payee: shop, expiry },
    ['May spend, at most', '1 ETH', 'Again every', '7 days', 'From', '2026-11-30 12:00 UTC'],
  ],
  [
    'an amount of a token each period',
    spends,
    { is: 'periodic', amount: '0x989680', seconds: 3_600, start, token: usdc, payee: shop, expiry },
    ['May spend, at most', '10 USDC', 'Again every', '1 hour', 'From', '2026-11-30 12:00 UTC', 'Token', usdc],
  ],
  [
    'a stream',
    spends,
    { is: 'stream', initial: '0x0', most: ether, perSecond: '0x38d7ea4c68000', start, payee: shop, expiry },
    ['May spend, at most', '1 ETH', 'At once', '0 ETH', 'More each second', '0.001 ETH', 'From'],
  ],
  [
    'a stream of a token',
    spends,
    {
      ...{ is: 'stream', initial: '0xf4240', most: '0x989680', perSecond: '0x1', start },
      ...{ token: usdc, payee: shop, expiry },
    },
    [
      'May spend, at most',
      '10 USDC',
      'At once',
      '1 USDC',
      'More each second',
      '0.000001 USDC',
      'Token',
      usdc,
    ],
  ],
  [
    'calls',
    'Let a key call a contract for you',
    { is: 'calls', target: shop, selectors: ['0xa9059cbb'], limit: 2, expiry },
    ['May call', shop, 'Functions', '0xa9059cbb', 'How often', '2 times at most'],
  ],
]

const shadow = () => [...document.body.children].find(each => each.shadowRoot)?.shadowRoot as ShadowRoot
const heading = () => shadow()?.querySelector('h2')

function show(permission: Permission, change: object = {}) {
  const screens = createScreens({
    document,
    loaders: { APPROVE: async () => ({ Screen: ApproveScreen, size: 520 }) },
    emit: () => {},
    frame: () => ({ page: { theme: {}, dapp: { metadata: { name: 'Shop' } } } }) as unknown as Frame,
    touched: () => {},
  })
  const request = {
    host: 'https://shop.example',
    chainId: 'eip155:1',
    account: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    is: 'permission',
    permission,
    to: holder,
    ...change,
  } as ApprovalRequest
  let approved = 0
  const approval: PendingApproval = {
    request,
    progress: () => progress,
    watch: () => () => {},
    approve: async () => ++approved > 0,
  }
  return { screens, shown: screens.show('APPROVE', approval), approved: () => approved }
}

afterEach(() => {
  for (const host of [...document.body.children]) if (host.shadowRoot) host.remove()
})

/** The words of the screen without the breaks between them. */
const text = () => (shadow().querySelector('.approve')?.textContent ?? '').replace(/\s+/g, ' ')

test.each(kinds)(
  'T145: %s: says who, how much, for whom and until when, and that it is not audited, in both themes',
  async (_, title, permission, limits) => {
    await page.viewport(390, 844)
    const { screens, shown, approved } = show(permission)
    await expect.poll(() => heading()?.textContent).toBe(title)
    expect(text()).toMatch(unaudited)
    for (const words of ['Key', holder, ...limits, shop, 'Until', '2026-12-01 12:00 UTC'])
      expect(text()).toContain(words)
    for (const mode of ['light', 'dark'] as const) {
      screens.dress({ mode })
      for (const change of shadow().getAnimations()) change.finish()
      const { violations } = await axe.run(shadow().host as HTMLElement, { resultTypes: ['violations'] })
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' ')}`)).toEqual(
        [],
      )
    }
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    await userEvent.click(page.getByRole('button', { name: 'Reject', exact: true }))
    expect(await shown.result).toBe('closed')
    expect(approved()).toBe(0)
  },
)

test('T145: a key that may pay any address says so', async () => {
  show({ is: 'allowance', amount: ether, expiry })
  await expect.element(page.getByText('any address that the key chooses')).toBeVisible()
})

test('a withdrawal says what ends, and that it works until the network has it', async () => {
  const { shown } = show({ is: 'allowance', amount: ether, expiry }, { withdraws: `0x${'ab'.repeat(32)}` })
  await expect.poll(() => heading()?.textContent).toBe('Revoke a permission')
  expect(text()).toContain('The key can use the permission until the network confirms this.')
  expect(text()).not.toMatch(unaudited)
  await userEvent.click(page.getByRole('button', { name: 'Reject', exact: true }))
  expect(await shown.result).toBe('closed')
})

import axe from 'axe-core'
import { oneOf } from 'latchkey/oneof'
import { formatBase58 } from 'latchkey/services'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Frame } from '../frame.ts'
import type { Login } from '../login/createLogin.ts'
import { loginPlace } from '../login/loginPlace.ts'
import type { ApprovalProgress, PendingApproval } from '../provider/approval.ts'
import { createApprovals } from '../provider/createApprovals.ts'
import type { ProviderClock } from '../provider/deps.ts'
import type { LoggedIn } from '../provider/loggedIn.ts'
import { readRequest } from '../provider/readRequest.ts'
import { passkeyRefusal } from '../provider/refusal.ts'
import { readSolanaRequest } from '../provider/solana/readSolanaRequest.ts'
import { createScreens } from '../screens/createScreens.ts'
import { ApproveScreen } from './ApproveScreen.tsx'
import { knownContracts } from './effects/knownContracts.ts'

const account = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const to = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const near = `${to.slice(0, 6)}${'0'.repeat(32)}${to.slice(-4)}`.toLowerCase()
const payee = { name: 'Fernweh Press', addresses: ['0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'] as const }
const asking = {
  host: 'https://shop.example',
  chainId: 'eip155:1',
  account,
  payee,
} as const
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const typed = {
  types: {
    EIP712Domain: [{ name: 'name', type: 'string' }],
    Person: [{ name: 'name', type: 'string' }],
    Mail: [
      { name: 'to', type: 'Person[]' },
      { name: 'contents', type: 'string' },
    ],
  },
  primaryType: 'Mail',
  domain: { name: 'Post' },
  message: { to: [{ name: 'Ada' }], contents: 'x'.repeat(300) },
}
const solana = {
  host: 'https://shop.example',
  chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  account: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
} as const
/** A transfer, a token account handed over, and an unknown program. */
const solanaWire =
  'AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQADBgGY3t8Ab9MZgRD2qfK+bjQrOn316ByS/tTLuBl2s072AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAwMCAAEMAgAAAAAvaFkAAAAABQICACMGAgEBAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQBAAEBAA=='
/** 2.5 USDC for an owner whose token account it makes. */
const solanaTokenWire =
  'AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAFCAGY3t8Ab9MZgRD2qfK+bjQrOn316ByS/tTLuBl2s072AgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACMlyWPTiSJ8bs9ECkUjg2DC1oTmdr/EIQEjnvY2+n4Wcb6evO+2606PWXzaqvJdDGxu+TC0vbg5HymAgNFL11hBt324ddloZPZy+FGzut5rBy0he1fWzeROoz1hX7/AKkAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIFBgACBAYDBwEBBwQBBgIACgygJSYAAAAAAAYA'
const solanaPurse = 'CktRuQ2mttgRGkXJtyksdKHjUdc2C4TgDzyB98oEzy8'
const solanaUsdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const foreign = `evil.example wants you to sign in with your Ethereum account:\n${account}\n\n\nURI: https://evil.example\nVersion: 1\nChain ID: 1\nNonce: abcdefgh1234\nIssued At: 2026-11-21T08:00:00Z`

/** Two contracts that call themselves the same. */
const twins = [
  '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
] as const

const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const router = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
const word = (value: bigint) => value.toString(16).padStart(64, '0')
const ofAddress = (address: string) => word(BigInt(address))
const usdcAmount = 1_250_000_000n
const daiAmount = 1_237_500_000_000_000_000_000n
/** An approval of exactly what the swap after it takes. */
const swapCalls = [
  { to: usdc, data: `0x095ea7b3${ofAddress(router)}${word(usdcAmount)}` },
  {
    to: router,
    data: `0x38ed1739${word(usdcAmount)}${word(daiAmount)}${word(160n)}${ofAddress(account)}${word(1_800_000_000n)}${word(2n)}${ofAddress(usdc)}${ofAddress(dai)}`,
  },
]

/** Title, request and node answers of each state. */
const states: readonly (readonly [string, string, unknown, Partial<ApprovalProgress>])[] = [
  ['Sign a message', 'personal_sign', [`Hello\n${'long '.repeat(400)}`, account], {}],
  ['Sign-in blocked', 'personal_sign', [foreign, account], {}],
  ['Sign data', 'eth_signTypedData_v4', [account, typed], {}],
  ['Send 0.5 ETH', 'eth_sendTransaction', [{ to, value: '0x6f05b59d3b20000' }], { at: 'asking' }],
  [
    'Send 1 ETH',
    'eth_sendTransaction',
    [{ to: near, value: '0xde0b6b3a7640000' }],
    { known: [to], simulation: { at: 'fails', reason: 'paused' } },
  ],
  [
    'Approve a transaction',
    'solana_signAndSendTransaction',
    { transaction: solanaWire, pubkey: solana.account },
    { fee: { value: 5_000n, decimals: 9 } },
  ],
  [
    'Send 2.5 USDC · ≈ $2.50',
    'solana_signAndSendTransaction',
    { transaction: solanaTokenWire, pubkey: solana.account },
    {
      fee: { value: 5_000n, decimals: 9 },
      tokens: { [solanaUsdc]: { symbol: 'USDC', decimals: 6, isCollection: false, isListed: true } },
      prices: { '': 200, [solanaUsdc]: 1 },
      pricedAt: 0,
      known: [solana.account],
      holders: {},
      deposits: { [solanaPurse]: 2_039_280n },
      simulation: {
        at: 'works',
        changes: [
          { asset: { address: solanaUsdc }, change: -2_500_000n },
          { asset: {}, change: -2_039_280n },
        ],
      },
    },
  ],
  [
    'Sign a message',
    'solana_signMessage',
    { message: formatBase58(new TextEncoder().encode('Hello')), pubkey: solana.account },
    {},
  ],
  [
    'Allow spending',
    'eth_sendTransaction',
    [{ to, data: `0x095ea7b3${near.slice(2).padStart(64, '0')}${'f'.repeat(64)}` }],
    { tokens: { [to.toLowerCase()]: { symbol: 'USDX', decimals: 6 } } },
  ],
  [
    'Send 0.05 ETH · ≈ $125.00',
    'eth_sendTransaction',
    [{ to: payee.addresses[0], value: '0xb1a2bc2ec50000' }],
    {
      prices: { '': 2_500 },
      known: [account],
      fee: { value: 21_000_000_000_000n, decimals: 18 },
      fees: [
        {
          most: { value: 21_000_000_000_000n, decimals: 18 },
          details: { gas: '0x5208', maxFeePerGas: '0x3b9aca00' },
        },
      ],
      simulation: {
        at: 'works',
        changes: [{ asset: { symbol: 'ETH', decimals: 18 }, change: -50_000_000_000_000_000n }],
      },
    },
  ],
  [
    'Allow spending',
    'eth_sendTransaction',
    [
      {
        to: usdc,
        data: `0x095ea7b3${to.slice(2).padStart(64, '0')}${(5_000_000).toString(16).padStart(64, '0')}`,
      },
    ],
    {
      tokens: { [usdc.toLowerCase()]: { symbol: 'USDC', decimals: 6, isCollection: false, isListed: true } },
      prices: { [usdc.toLowerCase()]: 1 },
      names: { [to.toLowerCase()]: 'market.eth' },
      known: [account],
      fee: { value: 1n, decimals: 18 },
      simulation: { at: 'works', changes: [] },
    },
  ],
  [
    'Swap 1,250 USDC for at least 1,237.5 DAI',
    'wallet_sendCalls',
    [{ version: '2.0.0', chainId: '0x1', calls: swapCalls }],
    {
      tokens: {
        [usdc.toLowerCase()]: { symbol: 'USDC', decimals: 6, isCollection: false, isListed: true },
        [dai.toLowerCase()]: { symbol: 'DAI', decimals: 18, isCollection: false, isListed: true },
      },
      known: [account],
      fee: { value: 1n, decimals: 18 },
      outcomes: [[], [{ asset: { address: dai }, change: daiAmount }]],
      simulation: {
        at: 'works',
        changes: [
          { asset: { address: usdc }, change: -usdcAmount },
          { asset: { address: dai }, change: daiAmount },
        ],
      },
    },
  ],
  [
    'Send 0.25 ETH',
    'eth_sendTransaction',
    [{ to, value: '0x3782dace9d90000' }],
    {
      tokens: Object.fromEntries(twins.map(token => [token.toLowerCase(), { symbol: 'USDC', decimals: 6 }])),
      simulation: {
        at: 'works',
        changes: [
          { asset: { symbol: 'ETH', decimals: 18 }, change: -250_000_000_000_000_000n },
          ...twins.map(address => ({ asset: { address }, change: 1_234_567_890_000n })),
        ],
      },
    },
  ],
]

const told: (readonly [string, unknown])[] = []
const shadow = () => document.querySelector('body > div:last-of-type')?.shadowRoot as ShadowRoot
const heading = () => shadow().querySelector('h2') as HTMLElement

function show(
  method: string,
  params: unknown,
  change: Partial<ApprovalProgress>,
  more: Pick<Frame, 'login'> & { readonly opened?: Partial<Login> } = {},
  approve = async () => true,
) {
  const frame = {
    page: { theme: {}, dapp: { metadata: { name: 'Shop', url: 'https://shop.example' } } },
    ...(more.login && { login: more.login }),
  } as Frame
  if (more.opened) oneOf(frame, loginPlace).login = Promise.resolve(more.opened as Login)
  const screens = createScreens({
    document,
    loaders: { APPROVE: async () => ({ Screen: ApproveScreen, size: 520 }) },
    emit: (name, payload) => void told.push([name, payload]),
    frame: () => frame,
  })
  const progress: ApprovalProgress = { at: 'known', tokens: {}, known: [], sent: 0, ...change }
  const approval: PendingApproval = {
    request: method.startsWith('solana_')
      ? readSolanaRequest(method, params, solana)
      : readRequest(method, params, asking, knownContracts(asking.chainId)).request,
    progress: () => progress,
    watch: () => () => {},
    approve,
  }
  return { screens, shown: screens.show('APPROVE', approval) }
}

afterEach(() => {
  for (const host of [...document.body.children]) if (host.shadowRoot) host.remove()
  told.length = 0
})

test.each(states)(
  '%s: is named and announced, readable in both themes and at twice the size, and usable by keyboard',
  async (title, method, params, change) => {
    await page.viewport(390, 844)
    const { screens, shown } = show(method, params, change)
    // The screen's own code is fetched for the first of them.
    await expect.poll(() => heading()?.textContent).toBe(title)
    // What it is worth is seen, and no part of the name.
    const [name] = title.split(' · ')
    await expect.poll(() => shadow().querySelector('[role=status]')?.textContent).toBe(name)
    expect(document.title).toBe(name)
    for (const mode of ['light', 'dark'] as const) {
      screens.dress({ mode })
      getComputedStyle(heading()).color
      for (const change of shadow().getAnimations()) change.finish()
      const { violations } = await axe.run(shadow().host as HTMLElement, { resultTypes: ['violations'] })
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' ')}`)).toEqual(
        [],
      )
    }
    screens.dress({ variables: { fontSizeMaster: '20px' } })
    expect(shadow().host.ownerDocument.documentElement.scrollWidth).toBeLessThanOrEqual(390)

    // Nothing draws the focus to what agrees (T10); the last two that Tab reaches say no and yes.
    expect(shadow().activeElement?.tagName).not.toBe('BUTTON')
    heading().focus()
    const reached: (string | null)[] = []
    for (let step = 0; step < 12 && reached.at(-1) !== '(end)'; step++) {
      await userEvent.keyboard('{Tab}')
      const { activeElement } = shadow()
      reached.push(
        activeElement ? (activeElement.tagName === 'BUTTON' ? activeElement.textContent : '·') : '(end)',
      )
    }
    const buttons = reached.filter(each => each !== '·' && each !== '(end)')
    expect(buttons[0]).toBe(title === 'Sign-in blocked' ? 'Close' : 'Reject')
    expect(buttons.length).toBeGreaterThanOrEqual(title === 'Sign-in blocked' ? 1 : 2)
    ;[...shadow().querySelectorAll('button')]
      .find(({ textContent }) => /Reject|Close/.test(textContent))
      ?.click()
    expect(await shown.result).toBe('closed')
  },
)

test.each([
  ['with nothing to agree to, whose Close Chromium would otherwise discard at first', [foreign, account], 0],
  ['with something to agree to', ['Hello', account], 1],
])('what covers the frame is watched for a request %s', async (_, params, count) => {
  const { observe } = IntersectionObserver.prototype
  const watched = new Set<Element>()
  IntersectionObserver.prototype.observe = function (target) {
    watched.add(target)
    observe.call(this, target)
  }
  onTestFinished(() => {
    IntersectionObserver.prototype.observe = observe
  })
  const { shown } = show('personal_sign', params, {})
  await expect.poll(heading).toBeTruthy()
  await expect.poll(() => watched.size).toBe(count)
  shadow().querySelector('button')?.click()
  expect(await shown.result).toBe('closed')
})

test('T79: a locked wallet asks for a proof before it shows the request', async () => {
  let proven = false
  const login = {
    proof: {
      ways: async () => ['passkey'],
      byPasskey: async () => {
        proven = true
      },
    },
    lock: { touch: async () => {} },
  }
  const more = {
    login: async () => ({ isLocked: async () => !proven }) as LoggedIn,
    opened: login as unknown as Login,
  }
  const [title, method, params, change] = states[0] as (typeof states)[number]
  const { shown } = show(method, params, change, more)
  await expect.element(page.getByText('This wallet hasn’t been used here for a while.')).toBeVisible()
  expect(shadow().textContent).not.toContain('Hello')
  await userEvent.click(page.getByRole('button', { name: 'Use a passkey' }))
  await expect.poll(() => heading()?.textContent).toBe(title)
  const left = show(method, params, change, {
    ...more,
    login: async () => ({ isLocked: async () => true }) as LoggedIn,
  })
  await userEvent.click(page.getByRole('button', { name: 'Not now' }))
  expect(await left.shown.result).toBe('closed')
  await userEvent.click(page.getByRole('button', { name: 'Reject' }))
  expect(await shown.result).toBe('closed')
})

test('T79: a lock during reading, or found at the press, keeps the request', async () => {
  const world = { isLocked: false }
  const login = {
    proof: {
      ways: async () => ['passkey'],
      byPasskey: async () => {
        world.isLocked = false
      },
    },
  }
  const more = {
    login: async () => ({ isLocked: async () => world.isLocked }) as LoggedIn,
    opened: { ...login, lock: { touch: async () => {} } } as unknown as Login,
  }
  const [title, method, params, change] = states[0] as (typeof states)[number]
  const looks: (() => void)[] = []
  const { setInterval } = window
  Object.assign(window, {
    setInterval: (run: () => void, each: number) =>
      each === 5_000 ? looks.push(run) : setInterval(run, each),
  })
  onTestFinished(() => void Object.assign(window, { setInterval }))
  const { shown } = show(method, params, change, more, async () => !world.isLocked)
  const prove = async () => {
    await expect.element(page.getByText('This wallet hasn’t been used here for a while.')).toBeVisible()
    expect(shadow().textContent).not.toContain('Hello')
    await userEvent.click(page.getByRole('button', { name: 'Use a passkey' }))
    await expect.poll(() => heading()?.textContent).toBe(title)
  }
  await expect.poll(() => heading()?.textContent).toBe(title)
  world.isLocked = true
  window.dispatchEvent(new Event('focus'))
  await prove()
  world.isLocked = true
  for (const look of looks) look()
  await prove()
  world.isLocked = true
  const sign = page.getByRole('button', { name: 'Sign', exact: true })
  await expect.poll(() => sign.element().getAttribute('aria-disabled')).not.toBe('true')
  await userEvent.click(sign)
  await prove()
  await expect.poll(() => sign.element().getAttribute('aria-disabled')).not.toBe('true')
  await userEvent.click(sign)
  expect(await shown.result).toBe('done')
})

test('T82: without the passkey that an amount needs it says so, signs nothing, and a second press asks again', async () => {
  const world = { isWilling: false, asked: 0, signed: 0 }
  const approvals = createApprovals({
    login: async () => undefined,
    clock: { after: () => () => {} } as unknown as ProviderClock,
    show: pending => {
      const { screens } = show(method, params, {}, {}, pending.approve)
      return { ...screens, result: new Promise(() => {}), close() {} }
    },
  })
  const [title, method, params] = states[0] as (typeof states)[number]
  const answer = approvals.ask(
    readRequest(method, params, asking).request,
    async () => {
      world.asked++
      if (!world.isWilling) throw passkeyRefusal()
      world.signed++
      return 'signed'
    },
    async () => {},
  )
  const sign = page.getByRole('button', { name: 'Sign', exact: true })
  const press = async () => {
    await expect.poll(() => sign.element().getAttribute('aria-disabled')).not.toBe('true')
    await userEvent.click(sign)
  }
  await press()
  await expect.element(page.getByRole('alert')).toHaveTextContent('This amount needs your passkey.')
  expect(heading().textContent).toBe(title)
  expect(world).toMatchObject({ asked: 1, signed: 0 })
  world.isWilling = true
  await press()
  expect(await answer).toBe('signed')
  expect(world).toMatchObject({ asked: 2, signed: 1 })
})

test('waits with the button until the fee is known (T62)', async () => {
  const [, method, params, change] = states[3] as (typeof states)[number]
  show(method, params, change)
  await expect
    .poll(() => shadow().querySelector('.wait-words')?.textContent)
    .toBe('Working out the network fee.')
  const agree = [...shadow().querySelectorAll('button')].at(-1)
  expect(agree?.textContent).toBe('Send 0.5 ETH')
  expect(agree?.getAttribute('aria-disabled')).toBe('true')
})

test('shows each incoming contract in full below its name, however many share it (T67)', async () => {
  await page.viewport(390, 844)
  const errors: unknown[] = []
  const { error } = console
  console.error = (...words: unknown[]) => void errors.push(words)
  onTestFinished(() => void Object.assign(console, { error }))
  const [title, method, params, change] = states.at(-1) as (typeof states)[number]
  show(method, params, change)
  await expect.poll(() => heading()?.textContent).toBe(title)
  const changes = [...shadow().querySelectorAll('.approve-fact')].filter(line =>
    ['You pay', 'You get'].includes(line.querySelector('dt')?.textContent ?? ''),
  )
  expect(changes.map(line => [...line.querySelectorAll('dd')].map(({ textContent }) => textContent))).toEqual(
    [
      ['−0.25 ETH'],
      ...twins.map(address => [
        `+1,234,567,890,000 base units of ${address.slice(0, 6)}…${address.slice(-6)}`,
        address,
        'The token calls it 1,234,567.89 “USDC”',
      ]),
    ],
  )
  for (const line of changes) {
    expect(line.scrollWidth).toBeLessThanOrEqual(line.clientWidth)
    expect(line.getBoundingClientRect().right).toBeLessThanOrEqual(390)
  }
  // React says so where two keys are the same.
  expect(errors).toEqual([])
})

test('asks the visitor to type the end of a look-alike address (T63)', async () => {
  const [, method, params, change] = states[4] as (typeof states)[number]
  show(method, params, change)
  const waits = () => shadow().querySelector('.wait-words')?.textContent
  await expect.poll(waits).toBe('Type the end of the address first.')
  expect(shadow().querySelectorAll('mark').length).toBeGreaterThan(20)
  await userEvent.type(shadow().querySelector('input') as HTMLInputElement, near.slice(-6).toUpperCase())
  await expect.poll(waits).not.toBe('Type the end of the address first.')
})

test('says figure, worth and payee once, and folds what is exactly known; keys reach it (T58, T63)', async () => {
  await page.viewport(390, 844)
  const [title, method, params, change] = states.find(([title]) =>
    title.startsWith('Send 0.05 ETH'),
  ) as (typeof states)[number]
  show(method, params, change)
  await expect.poll(() => heading()?.textContent).toBe(title)
  const textOf = (selector: string) => shadow().querySelector<HTMLElement>(selector)?.innerText
  expect(textOf('.approve-who')).toBe('to Fernweh Press 0xa0Ee…a79720')
  const rows = () =>
    [...shadow().querySelectorAll<HTMLElement>('.approve-fact')]
      .filter(row => row.checkVisibility())
      .map(row => [...row.children].map(({ textContent }) => textContent))
  const seen = [
    ['You pay', '−0.05 ETH'],
    ['Network fee, at most', '0.000021 ETH · ≈ $0.05'],
    ['Total, at most', '0.05003 ETH · ≈ $125.05'],
    ['Network', 'Ethereum'],
    ['Account', '0x5aAe…1BeAed'],
  ]
  expect(rows()).toEqual(seen)
  const summary = shadow().querySelector('summary') as HTMLElement
  summary.focus()
  await userEvent.keyboard('{Enter}')
  expect(rows()).toEqual([
    ...seen,
    ['To', `Fernweh Press${payee.addresses[0]}`],
    ['Gas, at most', '21000'],
    ['Price of gas, at most', '1 gwei'],
  ])
})

test('a first receiver and a spender stand in full and in sight (T63)', async () => {
  const [, method, params, change] = states[3] as (typeof states)[number]
  show(method, params, { ...change, known: [account] })
  const full = () =>
    [...shadow().querySelectorAll<HTMLElement>('.address[data-full]')]
      .filter(each => each.checkVisibility())
      .map(({ textContent }) => textContent)
  await expect.poll(full).toEqual([to])
  expect(shadow().textContent).toContain('You haven’t sent to this address from here.')
})

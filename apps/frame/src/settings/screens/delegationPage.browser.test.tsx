import axe from 'axe-core'
import type { CaipNetworkId } from 'latchkey/contract'
import { oneOf } from 'latchkey/oneof'
import { delegatedContracts } from 'latchkey/services'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Frame } from '../../frame.ts'
import { addressesOf } from '../../keys/derive/addressesOf.ts'
import { wordsOf } from '../../login/screens/loginWords.ts'
import type { ProviderDeps } from '../../provider/deps.ts'
import { NodeFault } from '../../provider/nodes.ts'
import { providerPlace } from '../../provider/providerPlace.ts'
import { createScreens } from '../../screens/createScreens.ts'
import { settingsTexts } from '../settingsTexts.ts'
import { DelegationPage } from './DelegationPage.tsx'
import type { PageProps } from './page.ts'

const entropy = Uint8Array.from({ length: 32 }, (_, at) => at + 1)
const addresses = await addressesOf(entropy)
const ether = 10n ** 18n
const ownCode = `0xef0100${delegatedContracts.account.slice(2).toLowerCase()}`
const foreign = '0x1111111111111111111111111111111111111111'

/** Shows the page on a network whose nodes are scripted, for a visitor with that balance. */
function show(options: {
  readonly code?: string
  readonly balance?: bigint
  readonly isLocked?: boolean
  readonly refusal?: string
  readonly networks?: readonly CaipNetworkId[]
}) {
  const world = { code: options.code ?? '0x', sent: [] as string[], proven: 0 }
  const answers: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
    eth_chainId: () => '0x1bd1',
    eth_getCode: () => world.code,
    eth_getBalance: () => `0x${(options.balance ?? ether).toString(16)}`,
    eth_getTransactionCount: () => '0x2',
    eth_estimateGas: () => '0x5208',
    eth_gasPrice: () => '0x3b9aca00',
    eth_maxPriorityFeePerGas: () => '0x1',
    eth_feeHistory: () => ({ baseFeePerGas: ['0x3b9aca00', '0x3b9aca00'], reward: [] }),
    eth_getTransactionByHash: () => null,
    eth_sendRawTransaction: ([raw]) => {
      if (options.refusal) throw new NodeFault({ code: -32_003, message: options.refusal })
      world.sent.push(String(raw))
      world.code = String(raw).includes(delegatedContracts.account.slice(2).toLowerCase()) ? ownCode : '0x'
      return `0x${'7e'.repeat(32)}`
    },
  }
  const login = {
    account: 'ann',
    addresses,
    isLocked: async () => (options.isLocked ?? false) && world.proven === 0,
    touch: async () => {},
    withKey: <T,>(_request: string, use: (entropy: Uint8Array, known: typeof addresses) => Promise<T>) =>
      use(entropy.slice(), addresses),
  }
  const deps = {
    host: 'https://shop.example',
    login: async () => login,
    nodes: () => async (method, params) => {
      const answer = answers[method]
      if (!answer) throw new NodeFault({ code: -32_601, message: method })
      return answer(params as readonly unknown[])
    },
    smartNetworks: async () => [{ chainId: 'eip155:7121', safe: false, delegation: true }],
    networks: () => options.networks ?? ['eip155:7121'],
    described: {
      'eip155:7121': { name: 'Alder', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } },
    },
    clock: { now: () => Date.now(), wait: async () => {}, after: () => () => {} },
    locks: {
      request: (async (_name: string, work: () => Promise<unknown>) => work()) as LockManager['request'],
    },
  } satisfies Partial<ProviderDeps>
  const frame = {
    page: { theme: {}, dapp: {} },
    signal: new AbortController().signal,
  } as unknown as Frame
  oneOf(frame, providerPlace).deps = deps as unknown as ProviderDeps
  const props = {
    frame,
    facts: { address: addresses.eip155 },
    t: wordsOf(settingsTexts, { theme: {}, dapp: {} }),
    async prove() {
      world.proven += 1
      return true
    },
    back() {},
  } as unknown as PageProps
  createScreens({
    document,
    loaders: { SETTINGS: async () => ({ Screen: () => <DelegationPage {...props} />, size: 400 }) },
    emit: () => {},
    frame: () => frame,
  }).show('SETTINGS', undefined)
  return world
}

afterEach(() => {
  for (const element of [...document.body.children]) if (element.shadowRoot) element.remove()
})

/** Words of a panel, which are read out beside it as well. */
const said = (words: RegExp) => page.getByText(words).last()
/** What a panel says beside a label. */
function fact(label: string): string | undefined {
  const labels = [...document.body.children].flatMap(({ shadowRoot }) => [
    ...(shadowRoot?.querySelectorAll('dt') ?? []),
  ])
  return labels.find(({ textContent }) => textContent === label)?.nextElementSibling?.textContent ?? undefined
}
const press = (name: string | RegExp) => userEvent.click(page.getByRole('button', { name }))

test('turns it on, says who pays, and turns it off again', async () => {
  const world = show({})
  await press(/^Alder.*Off/s)
  await expect.element(page.getByRole('heading', { name: 'Turn it on for Alder?' })).toBeVisible()
  await expect.poll(() => fact('Contract')).toBe(delegatedContracts.account)
  await expect.poll(() => fact('Network fee')).toMatch(/^At most 0\.0+\d{1,4} ETH$/)
  await press('Turn on')
  await expect.element(page.getByRole('button', { name: /^Alder.*On/s })).toBeVisible()
  await press(/^Alder/)
  await press('Turn off')
  await expect.element(page.getByRole('button', { name: /^Alder.*Off/s })).toBeVisible()
  expect(world.sent.map(raw => raw.slice(0, 4))).toEqual(['0x04', '0x04'])
  for (const element of document.body.children) {
    if (!element.shadowRoot) continue
    expect((await axe.run(element.shadowRoot as never)).violations).toEqual([])
  }
})

test('shows another wallet’s contract with its address, and only takes it away', async () => {
  const world = show({ code: `0xef0100${foreign.slice(2)}` })
  await press(/^Alder.*Set to another contract/s)
  await expect.poll(() => fact('Contract')).toBe(foreign)
  expect(page.getByRole('button', { name: 'Turn on' }).elements()).toEqual([])
  await press('Turn off')
  await expect.element(page.getByRole('button', { name: /^Alder.*Off/s })).toBeVisible()
  expect(world.code).toBe('0x')
})

test('says that the account cannot pay, and offers nothing', async () => {
  const world = show({ code: ownCode, balance: 1n })
  await press(/^Alder/)
  await expect.element(said(/doesn’t hold that much there/)).toBeVisible()
  expect(page.getByRole('button', { name: 'Turn off' }).elements()).toEqual([])
  await press('Back')
  await expect.element(page.getByRole('button', { name: /^Alder.*On/s })).toBeVisible()
  expect(world.sent).toEqual([])
})

test('an idle wallet asks first who it is (T79)', async () => {
  const world = show({ isLocked: true })
  await press(/^Alder/)
  await press('Turn on')
  await expect.element(page.getByRole('button', { name: /^Alder.*On/s })).toBeVisible()
  expect([world.proven, world.sent.length]).toEqual([1, 1])
})

test('says what the network said of a refusal, and that nothing was changed', async () => {
  const world = show({ refusal: 'insufficient funds for gas' })
  await press(/^Alder/)
  await press('Turn on')
  await expect.element(page.getByText(/Nothing was changed\..*insufficient funds/)).toBeVisible()
  expect(world.code).toBe('0x')
})

test('says that no network of the page can', async () => {
  show({ networks: ['eip155:7122'] })
  await expect.element(page.getByText('No network of this site supports this right now.')).toBeVisible()
})

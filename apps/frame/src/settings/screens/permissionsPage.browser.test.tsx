import axe from 'axe-core'
import { createError } from 'latchkey/contract'
import { oneOf } from 'latchkey/oneof'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Frame } from '../../frame.ts'
import { addressesOf } from '../../keys/derive/addressesOf.ts'
import { wordsOf } from '../../login/screens/loginWords.ts'
import type { FrameProvider } from '../../provider/createProvider.ts'
import type { ProviderDeps } from '../../provider/deps.ts'
import { providerPlace } from '../../provider/providerPlace.ts'
import { createScreens } from '../../screens/createScreens.ts'
import { safeAccountOf } from '../../smartaccount/safeAccountOf.ts'
import { settingsTexts } from '../settingsTexts.ts'
import { PermissionsPage } from './PermissionsPage.tsx'
import type { PageProps } from './page.ts'

const network = 'eip155:7121'
const addresses = await addressesOf(Uint8Array.from({ length: 32 }, (_, at) => at + 1))
const account = safeAccountOf(addresses.owner).address
const until = new Date(Date.now() + 86_400_000).toISOString()
const expiry = 1_900_000_000
const sessionOf = (state: string, digit: string, change: object = {}) => ({
  pci: `0x${digit.repeat(64)}`,
  account: `${network}:${account}`,
  delegator: `0x${'d'.repeat(40)}`,
  to: `0x${digit.repeat(40)}`,
  permission: { is: 'allowance', amount: '0x1', expiry },
  state,
  context: `0x${digit.repeat(4)}`,
  createdAt: '2026-11-29T09:00:00.000Z',
  expiresAt: until,
  ...change,
})
const periodic = { is: 'periodic', amount: '0x1', seconds: 60, start: 1, expiry }
const stream = { is: 'stream', initial: '0x0', most: '0x2', perSecond: '0x1', start: 1, expiry }
const calls = { is: 'calls', target: `0x${'f'.repeat(40)}`, selectors: ['0xa9059cbb'], expiry }

/** Shows the page over services that list these permissions; none: they do not answer. */
function show(
  sessions: readonly object[] | undefined,
  options: { readonly permissions?: 'unaudited' | undefined; readonly isUnknown?: boolean } = {
    permissions: 'unaudited',
  },
) {
  const world = {
    sessions,
    asked: [] as unknown[],
    withdraw: async (): Promise<unknown> => ({}),
  }
  const { permissions } = options
  const deps = {
    login: async () => ({ account: 'ann', addresses }),
    services: {
      services: 'https://services.example',
      projectId: 'shop',
      fetch: async () =>
        world.sessions ? Response.json({ sessions: world.sessions }) : new Response('', { status: 503 }),
    },
    smartNetworks: async () =>
      options.isUnknown
        ? []
        : [{ chainId: network, safe: true, delegation: false, ...(permissions && { permissions }) }],
    // The plain account is in use: what the other one gave counts all the same.
    store: { read: async () => ({ ann: { eip155: 'eoa' } }) },
    clock: { now: () => Date.now() },
  }
  const provider = {
    network: async () => network,
    request: async (request: unknown) => {
      world.asked.push(request)
      return world.withdraw()
    },
  } as unknown as FrameProvider
  const frame = { page: { theme: {}, dapp: {} }, signal: new AbortController().signal } as unknown as Frame
  oneOf(frame, providerPlace).deps = deps as unknown as ProviderDeps
  oneOf(frame, providerPlace).provider = provider
  const words = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })
  const props = {
    frame,
    t: wordsOf(settingsTexts, { theme: {}, dapp: {} }),
    moment: (time: string) => words.format(new Date(time)),
    back() {},
  } as unknown as PageProps
  const screens = createScreens({
    document,
    loaders: { SETTINGS: async () => ({ Screen: () => <PermissionsPage {...props} />, size: 400 }) },
    emit: () => {},
    frame: () => frame,
    touched: () => {},
  })
  screens.show('SETTINGS', undefined)
  return Object.assign(world, { screens })
}

const shadow = () => [...document.body.children].find(each => each.shadowRoot)?.shadowRoot

afterEach(() => {
  for (const element of [...document.body.children]) if (element.shadowRoot) element.remove()
})

const row = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
const failed = page.getByText('The key may still act for you. Check your connection, then try again.')
const unknown = page.getByText('Couldn’t load the list. Check your connection, then try again.')
const none = page.getByText('No key of this site can act for you on this network.')

/** An error of the provider, with EIP-1193's number. */
const refused = (code: number) => createError('UNKNOWN', { context: { rpc: { code, message: 'no' } } })

test('T145: lists the keys that the chain still takes, and asks by keyboard for the withdrawal of the chosen one', async () => {
  const world = show([
    sessionOf('active', 'a'),
    sessionOf('active', '1', { permission: periodic }),
    sessionOf('active', '2', { permission: stream }),
    sessionOf('active', '3', { permission: calls }),
    sessionOf('revoking', 'b'),
    sessionOf('revoked', 'c'),
    sessionOf('active', 'e', { expiresAt: '2020-01-01T00:00:00.000Z' }),
  ])
  await expect.element(row('0xaaaa…aaaaaa\\s*Spends, until')).toBeVisible()
  await expect.element(row('0x1111…111111\\s*Spends each period, until')).toBeVisible()
  await expect.element(row('0x2222…222222\\s*Spends over time, until')).toBeVisible()
  await expect.element(row('0x3333…333333\\s*Calls a contract, until')).toBeVisible()
  await expect
    .element(row('0xbbbb…bbbbbb\\s*Being revoked: it still works. Choose it to finish.'))
    .toBeVisible()
  await expect.element(row('0xcccc')).not.toBeInTheDocument()
  await expect.element(row('0xeeee')).not.toBeInTheDocument()

  await userEvent.keyboard('{Tab}')
  await expect.poll(() => shadow()?.activeElement?.textContent).toContain('0xaaaa')
  const { promise, resolve } = Promise.withResolvers<unknown>()
  world.withdraw = () => promise
  await userEvent.keyboard('{Enter}{Enter}')
  await expect.element(row('0xaaaa')).toHaveAttribute('aria-busy', 'true')
  // One at a time.
  await userEvent.click(row('0x1111'))
  world.sessions = []
  resolve({})
  await expect.element(none).toBeVisible()
  expect(world.asked).toEqual([
    {
      chainId: network,
      method: 'wallet_revokeExecutionPermission',
      params: [{ permissionContext: '0xaaaa' }],
    },
  ])
})

test.each([
  ['light', 1280, 800],
  ['dark', 390, 844],
] as const)('is readable in %s at %i × %i', async (mode, width, height) => {
  await page.viewport(width, height)
  const { screens } = show([sessionOf('active', 'a'), sessionOf('revoking', 'b')])
  screens.dress({ mode })
  await expect.element(row('0xaaaa')).toBeVisible()
  for (const change of shadow()?.getAnimations() ?? []) change.finish()
  const { violations } = await axe.run(shadow()?.host as HTMLElement, { resultTypes: ['violations'] })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' ')}`)).toEqual([])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})

test('says that there are none', async () => {
  show([])
  await expect.element(none).toBeVisible()
})

test('says that the list is not known, and reads it again', async () => {
  const world = show(undefined)
  await expect.element(unknown).toBeVisible()
  await expect.element(none).not.toBeInTheDocument()
  world.sessions = [sessionOf('active', 'a')]
  await userEvent.click(page.getByRole('button', { name: 'Try again' }))
  await expect.element(row('0xaaaa')).toBeVisible()
  await expect.element(unknown).not.toBeInTheDocument()
})

test('does not say that there are none where the services do not say which networks have any', async () => {
  show([], { isUnknown: true })
  await expect.element(unknown).toBeVisible()
  await expect.element(none).not.toBeInTheDocument()
})

test('a withdrawal that the services do not take says so, and the list stays', async () => {
  const world = show([sessionOf('active', 'a'), sessionOf('active', 'b')])
  await expect.element(row('0xaaaa')).toBeVisible()
  const listed = world.sessions
  world.sessions = undefined
  world.withdraw = async () => {
    throw refused(-32_002)
  }
  await userEvent.click(row('0xaaaa'))
  await expect.element(failed).toBeVisible()
  await expect.element(row('0xbbbb')).toBeVisible()
  // Connected again, the same press works.
  world.sessions = listed?.slice(1)
  world.withdraw = async () => ({})
  await userEvent.click(row('0xaaaa'))
  await expect.element(row('0xaaaa')).not.toBeInTheDocument()
  await expect.element(row('0xbbbb')).toBeVisible()
  await expect.element(failed).not.toBeInTheDocument()
  expect(world.asked).toHaveLength(2)
})

test('the visitor’s no is no failure', async () => {
  const world = show([sessionOf('active', 'a')])
  const { promise, reject } = Promise.withResolvers<unknown>()
  world.withdraw = () => promise
  await userEvent.click(row('0xaaaa'))
  await expect.element(row('0xaaaa')).toHaveAttribute('aria-busy', 'true')
  // The row is busy before the wallet is asked: a refusal that comes earlier is not heard.
  await expect.poll(() => world.asked).toHaveLength(1)
  reject(refused(4001))
  await expect.element(row('0xaaaa')).not.toHaveAttribute('aria-busy')
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('asks the services for nothing where the operator left permissions off', async () => {
  show(undefined, {})
  await expect.element(none).toBeVisible()
})

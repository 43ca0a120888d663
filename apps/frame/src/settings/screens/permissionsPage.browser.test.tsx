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
const sessionOf = (state: string, digit: string, expiresAt = until) => ({
  pci: `0x${digit.repeat(64)}`,
  account: `${network}:${account}`,
  delegator: `0x${'d'.repeat(40)}`,
  to: `0x${digit.repeat(40)}`,
  permission: { is: 'allowance', amount: '0x1', expiry: 1_900_000_000 },
  state,
  context: `0x${digit.repeat(4)}`,
  createdAt: '2026-11-29T09:00:00.000Z',
  expiresAt,
})

/** Shows the page over services that list these permissions; none: they do not answer. */
function show(sessions: readonly object[] | undefined, permissions: 'unaudited' | undefined = 'unaudited') {
  const asked: unknown[] = []
  const deps = {
    login: async () => ({ account: 'ann', addresses }),
    services: {
      services: 'https://services.example',
      projectId: 'shop',
      fetch: async () => (sessions ? Response.json({ sessions }) : new Response('', { status: 503 })),
    },
    smartNetworks: async () => [{ chainId: network, safe: true, delegation: false, permissions }],
    store: { read: async () => ({ eip155: 'smartAccount' }) },
    clock: { now: () => Date.now() },
  }
  const provider = {
    network: async () => network,
    request: async (request: unknown) => {
      asked.push(request)
      return {}
    },
  } as unknown as FrameProvider
  const frame = { page: { theme: {}, dapp: {} }, signal: new AbortController().signal } as unknown as Frame
  oneOf(frame, providerPlace).deps = deps as unknown as ProviderDeps
  oneOf(frame, providerPlace).provider = provider
  const props = {
    frame,
    t: wordsOf(settingsTexts, { theme: {}, dapp: {} }),
    moment: (time: string) => time,
    back() {},
  } as unknown as PageProps
  createScreens({
    document,
    loaders: { SETTINGS: async () => ({ Screen: () => <PermissionsPage {...props} />, size: 400 }) },
    emit: () => {},
    frame: () => frame,
  }).show('SETTINGS', undefined)
  return asked
}

afterEach(() => {
  for (const element of [...document.body.children]) if (element.shadowRoot) element.remove()
})

test('T145: lists the keys that the chain still takes, and asks for the withdrawal of the chosen one', async () => {
  const asked = show([
    sessionOf('active', 'a'),
    sessionOf('revoking', 'b'),
    sessionOf('revoked', 'c'),
    sessionOf('active', 'e', '2020-01-01T00:00:00.000Z'),
  ])
  await expect.element(page.getByText('0xaaaaaa…aaaaaa')).toBeVisible()
  await expect.element(page.getByText('Being withdrawn: it still works. Choose it to finish.')).toBeVisible()
  await expect.element(page.getByText('0xcccccc…cccccc')).not.toBeInTheDocument()
  await expect.element(page.getByText('0xeeeeee…eeeeee')).not.toBeInTheDocument()
  await userEvent.click(page.getByText('0xaaaaaa…aaaaaa'))
  await expect
    .poll(() => asked)
    .toEqual([
      {
        chainId: network,
        method: 'wallet_revokeExecutionPermission',
        params: [{ permissionContext: '0xaaaa' }],
      },
    ])
})

test('says that there are none, and that the list is not known', async () => {
  show([])
  await expect.element(page.getByText('No key of this site may act for you on this network.')).toBeVisible()
  for (const element of [...document.body.children]) if (element.shadowRoot) element.remove()
  show(undefined)
  await expect.element(page.getByText('The list is not known now. Try again later.')).toBeVisible()
})

test('asks the services for nothing where the operator left permissions off', async () => {
  show(undefined, undefined)
  await expect.element(page.getByText('No key of this site may act for you on this network.')).toBeVisible()
})

import { createPhoneWallet, deriveSolanaAccounts } from '@latchkey/testing/phone'
import { openDatabase, openTransport, systemClock, systemRandom } from 'latchkey/pairing'
import { type Devstack, localNetworks } from '../src/devstack.ts'
import type { PhoneKeys } from './keys/phoneKeys.ts'
import { phoneMethods } from './requests/readRequest.ts'
import { solanaPhoneMethods } from './requests/readSolanaRequest.ts'
import { createAttestationKeys } from './wallet/createAttestationKeys.ts'
import { createPhone, type RunningPhone } from './wallet/createPhone.ts'
import { phoneSigners, signerNetworks } from './wallet/phoneSigners.ts'

const walletName = 'Pocket'
const storeName = '@latchkey/phone/pairing'

const relayStates = {
  idle: 'idle',
  connecting: 'connecting',
  connected: 'online',
  waiting: 'offline',
  refused: 'offline',
  closed: 'offline',
} as const

/** Opens the phone's way to the relay and its sessions of before, and makes the phone over them. */
export async function startPhone(options: {
  readonly devstack: Devstack
  readonly keys: PhoneKeys
  readonly storage: Storage
}): Promise<RunningPhone> {
  const { devstack, keys, storage } = options
  const database = await openDatabase({ name: storeName, clock: systemClock })
  const alerts = { notify: (code: string) => console.warn(`The relay said ${code}.`) }
  const transport = openTransport({
    name: storeName,
    database,
    relayUrl: devstack.relay,
    projectId: devstack.projectId,
    version: '0.0.0',
    clock: systemClock,
    random: systemRandom,
    alert: code => alerts.notify(code),
  })
  const solana = await openSolana(devstack, keys)
  const further = signerNetworks(Object.values(devstack.demand).map(({ network }) => network))
  const signers = phoneSigners(further, keys.accounts.length)
  const wallet = createPhoneWallet({
    name: walletName,
    url: location.origin,
    redirect: { universal: location.origin },
    transport,
    accounts: keys.accounts.map(({ privateKey }) => privateKey),
    chains: devstack.chains.map(({ id, name, nativeCurrency, rpcUrls }) => ({
      id: Number(id),
      name,
      nativeCurrency,
      rpcUrl: rpcUrls.default.http[0] ?? '',
    })),
    methods: phoneMethods,
    solana,
    signers,
    attestationKey: createAttestationKeys(devstack.services),
    mode: 'ask',
    storage,
  })
  await wallet.restore()
  const { link } = transport
  const phone = createPhone({
    wallet,
    relay: {
      get state() {
        return relayStates[link.state.status]
      },
      subscribe: listener => link.onState(listener),
    },
    keys,
    networks: [...localNetworks(devstack), ...further],
    signers,
    storage,
    readBalance: async (chainId, address) =>
      BigInt((await callNode(devstack, chainId, 'eth_getBalance', [address, 'latest'])) as string),
    requestFunds: (chainId, address) => requestFunds(devstack.faucet, chainId, address),
  })
  alerts.notify = code => phone.notify(`The relay refused this phone (${code}).`)
  return phone
}

/** The same words make the accounts of solana. Sites see the one that the phone shows. */
async function openSolana({ solana }: Devstack, { words, accounts }: PhoneKeys) {
  const { network } = solana
  const rpcUrl = network.rpcUrls.default.http[0]
  return {
    accounts: await deriveSolanaAccounts(words, accounts.length),
    clusters: [{ caipNetworkId: network.caipNetworkId, ...(rpcUrl !== undefined && { rpcUrl }) }],
    methods: solanaPhoneMethods,
  }
}

async function callNode(
  devstack: Devstack,
  chainId: number,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  const network = devstack.chains.find(({ id }) => Number(id) === chainId)
  const response = await fetch(network?.rpcUrls.default.http[0] ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(10_000),
  })
  return ((await response.json()) as { readonly result?: unknown }).result
}

async function requestFunds(faucet: string, chainId: number, address: string): Promise<void> {
  const response = await fetch(faucet, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ chainId, address }),
    signal: AbortSignal.timeout(30_000),
  }).catch(cause => {
    throw new Error('The faucet didn’t answer. Is the local stack running?', { cause })
  })
  if (response.ok) return
  const { message } = (await response.json().catch(() => ({}))) as { readonly message?: unknown }
  throw new Error(typeof message === 'string' ? message : 'The faucet didn’t pay.')
}

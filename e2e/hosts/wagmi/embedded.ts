// A page whose own code knows wallets by EIP-6963 alone: viem's clients and wagmi's connector over whatever announces
// itself. The widget is there to log in with, and nothing binds it to either of them.
import { createLatchkey } from 'latchkey'
import { defineLatchkeyButton } from 'latchkey/element'
import { evm } from 'latchkey/evm'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  custom,
  type EIP1193Provider,
  type Hex,
  http,
  parseEther,
} from 'viem'
import { createConfig } from 'wagmi'
import * as wagmi from 'wagmi/actions'
import { readNetworks } from '../readNetworks.ts'
import { readChains } from './readChains.ts'

const query = new URLSearchParams(location.search)
const chains = readChains(readNetworks())
const latchkey = createLatchkey({
  projectId: query.get('project') ?? '',
  metadata: { name: 'Any page', url: location.origin },
  networks: chains,
  adapters: [evm()],
  features: { email: true },
  // `?smart` asks for the smart account. Checks of pages here else recover a key from signatures, and count transactions.
  defaultAccountTypes: { eip155: query.has('smart') ? 'smartAccount' : 'eoa' },
  endpoints: { frame: query.get('frame') ?? '' },
})
defineLatchkeyButton(latchkey)
document.body.append(document.createElement('latchkey-button'))

const config = createConfig({
  chains,
  transports: Object.fromEntries(chains.map(chain => [chain.id, http()])),
  storage: null,
})
const found = new Map<string, EIP1193Provider>()
addEventListener('eip6963:announceProvider', event => {
  const { info, provider } = (event as CustomEvent).detail
  found.set(info.rdns, provider)
})

const [chain] = chains
const publicClient = createPublicClient({ chain, transport: http(), pollingInterval: 100 })

/** A client over a wallet that announced itself, or over the widget's own provider. */
async function clientOf(rdns?: string) {
  const provider =
    rdns === undefined ? (latchkey.getProvider('eip155') as EIP1193Provider | undefined) : found.get(rdns)
  if (!provider) throw new Error(`No wallet is there as ${rdns ?? 'the widget’s own'}.`)
  const [account] = await createWalletClient({ chain, transport: custom(provider) }).requestAddresses()
  return createWalletClient({ account: account as Address, chain, transport: custom(provider) })
}

const typedData = {
  domain: { name: 'Any page', version: '1', chainId: chain.id, verifyingContract: `0x${'c4'.repeat(20)}` },
  types: {
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallets', type: 'address[]' },
    ],
    Letter: [
      { name: 'to', type: 'Person[]' },
      { name: 'words', type: 'string' },
      { name: 'number', type: 'uint256' },
    ],
  },
  primaryType: 'Letter',
  message: {
    to: [{ name: 'Bea', wallets: [`0x${'b0'.repeat(20)}`] }],
    words: 'Grüße',
    number: 2n ** 200n,
  },
} as const

const lab = {
  announced: () => [...found.keys()],
  listed: () => latchkey.getWallets().map(({ name }) => name),
  viem: {
    address: async (rdns: string) => (await clientOf(rdns)).account.address,
    async signMessage(rdns: string, message: string) {
      const client = await clientOf(rdns)
      const signature = await client.signMessage({ message })
      const { address } = client.account
      return { signature, isGood: await publicClient.verifyMessage({ address, message, signature }) }
    },
    async signTypedData(rdns: string) {
      const client = await clientOf(rdns)
      const signature = await client.signTypedData(typedData)
      const { address } = client.account
      return { signature, isGood: await publicClient.verifyTypedData({ ...typedData, address, signature }) }
    },
    async send(rdns: string, to: Address, ether: string) {
      const hash = await (await clientOf(rdns)).sendTransaction({ to, value: parseEther(ether) })
      const { status } = await publicClient.waitForTransactionReceipt({ checkReplacement: false, hash })
      return { hash, status }
    },
    async capabilities(rdns: string) {
      return JSON.parse(JSON.stringify(await (await clientOf(rdns)).getCapabilities()))
    },
    async sendCalls(rdns: string, to: readonly Address[], ether: string) {
      const client = await clientOf(rdns)
      const { id } = await client.sendCalls({ calls: to.map(to => ({ to, value: parseEther(ether) })) })
      const { status, receipts } = await client.waitForCallsStatus({ id, pollingInterval: 100 })
      return { status, hashes: receipts?.map(({ transactionHash }) => transactionHash) ?? [] }
    },
    atomic: (rdns: string, to: Address) =>
      clientOf(rdns)
        .then(client => client.sendCalls({ calls: [{ to }, { to }], forceAtomic: true }))
        .then(
          () => 'sent',
          ({ cause }: { cause?: { name: string } }) => cause?.name ?? 'another error',
        ),
    async sendAtomic(to: readonly Address[], ether: string) {
      const client = await clientOf()
      const calls = to.map(to => ({ to, value: parseEther(ether) }))
      const { id } = await client.sendCalls({ calls, forceAtomic: true })
      const { statusCode, atomic, receipts } = await client.waitForCallsStatus({ id, pollingInterval: 100 })
      return { statusCode, atomic, receipts: receipts?.map(({ status }) => status) }
    },
  },
  wagmi: {
    connectors: () => config.connectors.map(({ id }) => id),
    async connect(id: string) {
      const connector = config.connectors.find(each => each.id === id)
      if (!connector) throw new Error(`wagmi has no connector ${id}.`)
      const { accounts, chainId } = await wagmi.connect(config, { connector })
      return { address: accounts[0], chainId }
    },
    async signMessage(message: string) {
      const signature = await wagmi.signMessage(config, { message })
      const { address } = wagmi.getConnection(config)
      return wagmi.verifyMessage(config, { address: address as Address, message, signature })
    },
    async switchChain(chainId: number) {
      await wagmi.switchChain(config, { chainId })
      return wagmi.getConnection(config).chainId
    },
    sendTransaction: (to: Address, ether: string): Promise<Hex> =>
      wagmi.sendTransaction(config, { to, value: parseEther(ether) }),
    status: () => wagmi.getConnection(config).status,
  },
}

Object.assign(window, { latchkey, announcedLab: lab })

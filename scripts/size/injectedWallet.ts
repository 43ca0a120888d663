/** Name of the wallet that the measured page finds. */
export const walletName = 'Measured Wallet'

/** The address that it gives; the last four digits are looked for on the page. */
export const walletAddress = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** A wallet that the measured page finds, connects, and shows the address of. */
export interface InjectedWallet {
  readonly name: string
  readonly address: string
  /** The one chain of a wallet that registers by Wallet Standard. */
  readonly chain?: string
  /** Runs in the page before its own scripts. */
  readonly inject: (wallet: { name: string; address: string; chain?: string }) => void
}

/** Runs in the page before its own scripts: a wallet that announces itself by EIP-6963 and answers the least it must. */
export function injectWallet({ name, address }: { name: string; address: string }): void {
  let connected = false
  const answers: Record<string, () => unknown> = {
    eth_chainId: () => '0x1',
    net_version: () => '1',
    eth_accounts: () => (connected ? [address] : []),
    eth_requestAccounts: () => {
      connected = true
      return [address]
    },
    eth_getBalance: () => '0xde0b6b3a7640000',
  }
  const provider = {
    request: async ({ method }: { method: string }) => {
      const answer = answers[method]
      if (answer === undefined) throw Object.assign(new Error(`${method} is not supported`), { code: 4200 })
      return answer()
    },
    on: () => provider,
    removeListener: () => provider,
  }
  const icon = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'
  const info = { uuid: '350670db-19fa-4704-a166-e52e178b59d2', name, icon, rdns: 'dev.latchkey.measured' }
  const detail = Object.freeze({ info: Object.freeze(info), provider })
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}

/** Name of a wallet that registers by Wallet Standard. */
const standardName = 'Measured Standard Wallet'

/** Runs in the page before its own scripts: a wallet that registers by Wallet Standard for one chain and answers the least it must. */
function injectStandardWallet({
  name,
  address,
  chain = '',
}: {
  name: string
  address: string
  chain?: string
}): void {
  const signing = chain.startsWith('sui:')
    ? ['sui:signPersonalMessage']
    : ['solana:signMessage', 'solana:signAndSendTransaction']
  const account = { address, publicKey: new Uint8Array(32).fill(7), chains: [chain], features: signing }
  const fail = () => Promise.reject(new Error('The measured wallet signs nothing.'))
  const wallet = {
    version: '1.0.0',
    name,
    icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
    chains: [chain],
    accounts: [] as unknown[],
    features: {
      'standard:connect': {
        version: '1.0.0',
        connect: async ({ silent = false } = {}) => {
          if (!silent) wallet.accounts = [account]
          return { accounts: wallet.accounts }
        },
      },
      'standard:events': { version: '1.0.0', on: () => () => {} },
      ...Object.fromEntries(
        signing.map(feature => [
          feature,
          {
            version: '1.0.0',
            supportedTransactionVersions: ['legacy', 0],
            [feature.slice(feature.indexOf(':') + 1)]: fail,
          },
        ]),
      ),
    },
  }
  const register = (api: { register(wallet: unknown): void }) => api.register(wallet)
  window.addEventListener('wallet-standard:app-ready', event => register((event as CustomEvent).detail))
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
}

/** Runs in the page before its own scripts: a wallet in the registry of bitcoin, in the shape of Xverse. */
function injectBitcoinWallet({ name, address }: { name: string; address: string }): void {
  const account = { address, publicKey: `02${'07'.repeat(32)}`, purpose: 'payment', addressType: 'p2wpkh' }
  let connected = false
  const answers: Record<string, () => object | undefined> = {
    wallet_connect: () => {
      connected = true
      return { addresses: [account] }
    },
    wallet_getAccount: () => (connected ? { addresses: [account] } : undefined),
    wallet_getNetwork: () => ({ bitcoin: { name: 'Mainnet' } }),
  }
  const provider = {
    request: async (method: string) => {
      const result = answers[method]?.()
      if (result) return { jsonrpc: '2.0', id: 1, result }
      return { jsonrpc: '2.0', id: 1, error: { code: answers[method] ? -32_002 : -32_001, message: 'no' } }
    },
  }
  const entry = { id: 'MeasuredBitcoin', name, icon: '', methods: ['wallet_connect', 'signMessage'] }
  Object.assign(window, { MeasuredBitcoin: provider, btc_providers: [entry] })
}

/** Runs in the page before its own scripts: a wallet in the registry of stacks, in the shape of Leather. */
function injectStacksWallet({ name, address }: { name: string; address: string }): void {
  const account = { address, publicKey: `02${'07'.repeat(32)}`, symbol: 'STX' }
  const provider = {
    request: async (method: string) =>
      method === 'getAddresses'
        ? { jsonrpc: '2.0', id: '1', result: { addresses: [account] } }
        : Promise.reject({ jsonrpc: '2.0', id: '1', error: { code: -32_601, message: 'no' } }),
  }
  const entry = { id: 'MeasuredStacks', name, icon: '', methods: ['getAddresses', 'stx_signMessage'] }
  Object.assign(window, { MeasuredStacks: provider, webbtc_stx_providers: [entry] })
}

/** Runs in the page before its own scripts: an entry of `injectedWeb3`, which is called by its id. */
function injectPolkadotWallet({ name, address }: { name: string; address: string }): void {
  const accounts = {
    get: async () => [{ address, name: 'Measured', type: 'sr25519' }],
    subscribe: () => () => undefined,
  }
  const signer = { signRaw: () => Promise.reject(new Error()) }
  const entry = { version: '1.0.0', enable: async () => ({ accounts, signer }) }
  Object.assign(window, { injectedWeb3: { [name]: entry } })
}

/** Runs in the page before its own scripts: a wallet with Keplr's interface in Keplr's place. */
function injectCosmosWallet({ address }: { address: string }): void {
  const keplr = {
    version: '0.12.0',
    mode: 'extension',
    enable: async () => undefined,
    getKey: async () => ({ bech32Address: address, name: 'Measured', pubKey: new Uint8Array(33).fill(2) }),
    signArbitrary: () => Promise.reject(new Error()),
  }
  Object.assign(window, { keplr })
}

/** The wallets that pages of each adapter are measured with, by the adapter's name. */
export const measuredWallets = {
  evm: { name: walletName, address: walletAddress, inject: injectWallet },
  solana: {
    name: standardName,
    address: 'US517G5965aydkZ46HS38QLi7UQiSojurfbQfKCELFx',
    chain: 'solana:mainnet',
    inject: injectStandardWallet,
  },
  bitcoin: {
    name: 'Measured Bitcoin Wallet',
    address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    inject: injectBitcoinWallet,
  },
  stacks: {
    name: 'Measured Stacks Wallet',
    address: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7',
    inject: injectStacksWallet,
  },
  polkadot: {
    name: 'measured',
    address: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
    inject: injectPolkadotWallet,
  },
  sui: {
    name: standardName,
    address: `0x${'7a'.repeat(32)}`,
    chain: 'sui:mainnet',
    inject: injectStandardWallet,
  },
  cosmos: {
    name: 'Keplr',
    address: 'cosmos1qurswpc8qurswpc8qurswpc8qurswpc8nn86qp',
    inject: injectCosmosWallet,
  },
} as const satisfies Readonly<Record<string, InjectedWallet>>

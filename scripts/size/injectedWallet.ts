/** Name of the wallet that the measured page finds. */
export const walletName = 'Measured Wallet'

/** The address that it gives; the last four digits are looked for on the page. */
export const walletAddress = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** A wallet that the measured page finds, connects, and shows the address of. */
export interface InjectedWallet {
  readonly name: string
  readonly address: string
  /** Runs in the page before its own scripts. */
  readonly inject: (wallet: { name: string; address: string }) => void
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

/** Runs in the page before its own scripts: a wallet of Solana that registers by Wallet Standard and answers the least it must. */
export function injectStandardWallet({ name, address }: { name: string; address: string }): void {
  const chains = ['solana:mainnet']
  const features = ['solana:signMessage', 'solana:signAndSendTransaction']
  const account = { address, publicKey: new Uint8Array(32).fill(7), chains, features }
  const fail = () => Promise.reject(new Error('The measured wallet signs nothing.'))
  const wallet = {
    version: '1.0.0',
    name,
    icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
    chains,
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
      'solana:signMessage': { version: '1.1.0', signMessage: fail },
      'solana:signAndSendTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        signAndSendTransaction: fail,
      },
    },
  }
  const register = (api: { register(wallet: unknown): void }) => api.register(wallet)
  window.addEventListener('wallet-standard:app-ready', event => register((event as CustomEvent).detail))
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
}

/** The wallets that pages of each namespace are measured with. */
export const evmWallet: InjectedWallet = { name: walletName, address: walletAddress, inject: injectWallet }
export const solanaWallet: InjectedWallet = {
  name: 'Measured Standard Wallet',
  address: 'US517G5965aydkZ46HS38QLi7UQiSojurfbQfKCELFx',
  inject: injectStandardWallet,
}

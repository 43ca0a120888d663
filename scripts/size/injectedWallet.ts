/** Name of the wallet that the measured page finds. */
export const walletName = 'Measured Wallet'

/** The address that it gives; the last four digits are looked for on the page. */
export const walletAddress = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

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

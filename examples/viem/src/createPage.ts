import { createLatchkey, type Latchkey } from 'latchkey'
import { defineLatchkeyButton } from 'latchkey/element'
import { evm } from 'latchkey/evm'
import { type Address, type Chain, createWalletClient, custom, type EIP1193Provider, parseEther } from 'viem'

/** A wallet client of viem over the connected wallet, on the network it is on; undefined while there is none. */
function walletClientOf(latchkey: Latchkey, chains: readonly Chain[]) {
  const { accounts, network } = latchkey.getState()
  const account = accounts.eip155?.address as Address | undefined
  const provider = latchkey.getProvider('eip155') as EIP1193Provider | undefined
  const chain = chains.find(({ id }) => id === network.id)
  if (!account || !provider || !chain) return undefined
  return createWalletClient({ account, chain, transport: custom(provider) })
}

/** A page without a framework: the widget's button, and two buttons that sign and send by viem. */
export function createPage(chains: readonly [Chain, ...Chain[]], root: HTMLElement): void {
  const latchkey = createLatchkey({
    projectId: 'latchkey-dev',
    metadata: { name: 'Latchkey and viem', url: location.origin },
    networks: chains,
    adapters: [evm()],
  })
  defineLatchkeyButton(latchkey)
  root.append(document.createElement('latchkey-button'))
  const output = document.createElement('output')

  addButton('Sign', () => walletClientOf(latchkey, chains)?.signMessage({ message: 'Hello from viem' }))
  addButton('Send', async () => {
    const client = walletClientOf(latchkey, chains)
    return client?.sendTransaction({ to: client.account.address, value: parseEther('0.01') })
  })
  root.append(output)

  function addButton(text: string, act: () => Promise<string> | undefined | Promise<string | undefined>) {
    const button = document.createElement('button')
    button.textContent = text
    button.addEventListener('click', async () => {
      try {
        output.textContent = (await act()) ?? 'Not connected.'
      } catch (cause) {
        // viem's own error: `UserRejectedRequestError` when the person said no.
        output.textContent = (cause as Error).name
      }
    })
    root.append(button)
  }
}

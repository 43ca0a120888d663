import { createLatchkey } from 'latchkey'
import { defineLatchkeyButton } from 'latchkey/element'
import { evm } from 'latchkey/evm'
import { readNetworks } from '../readNetworks.ts'

const latchkey = createLatchkey({
  projectId: 'latchkey-dev',
  metadata: { name: 'Plain page', url: location.origin },
  networks: readNetworks(),
  adapters: [evm()],
})
defineLatchkeyButton(latchkey)

const address = document.getElementById('address')
latchkey.subscribe(
  state => state.accounts.eip155?.address,
  now => {
    if (address) address.textContent = now ?? 'Not connected.'
  },
)

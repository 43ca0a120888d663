import { signStacksText, stacksTestAccounts } from '../stacks/stacksAccounts.ts'
import type { PhoneSigner } from './phoneSigner.ts'
import { accountIn, answered, prompted, textIn } from './signerCalls.ts'

const mainnet = 'stacks:1'

/** Signs texts for stacks with `stacksTestAccounts`: 65 bytes in hex, r, s and v. */
export function phoneStacks({
  chains = [mainnet],
  count = 2,
}: {
  readonly chains?: readonly string[]
  readonly count?: number
} = {}): PhoneSigner {
  const accounts = stacksTestAccounts.slice(0, count)
  const at = (index: number) => accounts[index] ?? fail()
  const addressOf = (index: number, chain: string) =>
    chain === mainnet ? at(index).address : at(index).testnetAddress
  const rows = (shown: readonly number[], places: readonly string[]) => ({
    addresses: places.flatMap(chain =>
      shown.map(index => ({
        symbol: 'STX',
        address: addressOf(index, chain),
        publicKey: at(index).publicKey,
      })),
    ),
  })
  const signer: PhoneSigner = {
    namespace: 'stacks',
    chains,
    methods: ['stx_getAddresses', 'stx_signMessage'],
    events: ['stx_chainChanged', 'stx_accountsChanged'],
    count: accounts.length,
    address: addressOf,
    properties: shown => ({ stx_getAddresses: rows(shown, chains) }),
    changed: (shown, chain) => ({
      name: 'stx_accountsChanged',
      data: shown.map(index => addressOf(index, chain)),
    }),
    prepare(call) {
      if (call.method === 'stx_getAddresses') return answered(() => rows(call.shown, [call.chain]))
      const message = textIn(call, 'message')
      const index = accountIn(signer, call)
      return prompted(() => ({
        signature: signStacksText(at(index), message),
        publicKey: at(index).publicKey,
      }))
    },
  }
  return signer
}

function fail(): never {
  throw new RangeError('The phone has no such account of stacks.')
}

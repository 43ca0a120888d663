import { toBase64 } from '../core/base64.ts'
import { signPersonalMessage, suiPublicKeyOf, suiTestAccounts } from '../sui/suiAccounts.ts'
import type { PhoneSigner } from './phoneSigner.ts'
import { accountIn, answered, prompted, textIn } from './signerCalls.ts'

/** Signs for Sui with `suiTestAccounts`, of the kinds of keys that wallets have. */
export function phoneSui({
  chains = ['sui:mainnet'],
  count = 2,
}: {
  readonly chains?: readonly string[]
  readonly count?: number
} = {}): PhoneSigner {
  const keys = suiTestAccounts.slice(0, count)
  const at = (index: number) => keys[index] ?? fail()
  const rows = (shown: readonly number[]) =>
    shown.map(index => ({ pubkey: toBase64(suiPublicKeyOf(at(index))), address: at(index).address }))
  const signer: PhoneSigner = {
    namespace: 'sui',
    chains,
    methods: ['sui_getAccounts', 'sui_signPersonalMessage'],
    events: ['chainChanged', 'accountsChanged'],
    count: keys.length,
    address: index => at(index).address,
    properties: shown => ({ sui_getAccounts: rows(shown) }),
    prepare(call) {
      if (call.method === 'sui_getAccounts') return answered(() => rows(call.shown))
      const message = new TextEncoder().encode(textIn(call, 'message'))
      const key = at(accountIn(signer, call))
      return prompted(() => ({ signature: signPersonalMessage(key, message) }))
    },
  }
  return signer
}

function fail(): never {
  throw new RangeError('The phone has no such account of sui.')
}

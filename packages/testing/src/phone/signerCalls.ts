/** What the phone's signers share: how a request is checked, and the act of signing. */
import type { Act } from '../core/createConductor.ts'
import { providerError } from '../evm/providerError.ts'
import type { PhoneSigner, SignerCall } from './phoneSigner.ts'

/** A prompt, and what it comes to. */
export function prompted(perform: () => unknown): Act {
  return { prompts: true, perform }
}

/** An answer without a prompt. */
export function answered(perform: () => unknown): Act {
  return { prompts: false, perform }
}

/** A text among the parameters. Throws the wallet's error for anything else. */
export function textIn({ params }: SignerCall, name: string): string {
  const text = params[name]
  if (typeof text !== 'string') throw providerError(-32602)
  return text
}

/** The index of the account that a site names by its address. Throws the wallet's error for one that the site does not see. */
export function accountIn(
  signer: Pick<PhoneSigner, 'address'>,
  { shown, chain, params }: SignerCall,
  name = 'address',
): number {
  const found = shown.find(index => signer.address(index, chain) === params[name])
  if (found === undefined) throw providerError(4100)
  return found
}

import type { postProfile, RouteRequest } from 'latchkey/services'
import type { Address, Hex } from 'viem'
import { RouteFault } from '../../core/http/routeFault.ts'
import { viem } from '../../core/libraries/viem.ts'
import type { ChainReader } from './createChainReader.ts'
import type { Nonces } from './createNonces.ts'
import { isSignedBy } from './isSignedBy.ts'

/**
 * Checks that an account signed a message of ours lately, and returns its address in lower case (T66). The nonce is used up
 * before the signature is checked, whatever comes of it.
 * @throws RouteFault NAME_SIGNATURE_INVALID; its reason is called `ts` where the message is out of date. APKT009.
 */
export async function checkSigned(
  deps: { readonly nonces: Nonces; readonly reader: ChainReader | undefined },
  options: {
    readonly project: string
    readonly body: RouteRequest<typeof postProfile>['body']
    /** What the body's message says. */
    readonly message: { readonly chain: string; readonly nonce: string; readonly ts: number }
  },
): Promise<string> {
  const { nonces, reader } = deps
  const { project, body, message } = options
  if (!nonces.isFresh(project, message.nonce, message.ts))
    throw unsigned('The signed message is out of date', 'ts')
  if (!(await nonces.consume(message.nonce))) throw unsigned('The signed message was used before')
  const address = viem().getAddress(body.address) as Address
  const signature = body.signature as Hex
  if (!(await isSignedBy(reader, { address, chain: message.chain, message: body.message, signature })))
    throw unsigned('The signature is not that of the address')
  return address.toLowerCase()
}

function unsigned(description: string, name = 'signature'): RouteFault {
  return new RouteFault('NAME_SIGNATURE_INVALID', { reasons: [{ name, description }] })
}

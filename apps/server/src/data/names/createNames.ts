import { createHmac } from 'node:crypto'
import type { Hex } from 'viem'
import type { Store } from '../../core/store/store.ts'
import type { FetchPublic } from '../images/fetchPublic.ts'
import type { RpcProxy } from '../rpc/createRpcProxy.ts'
import { createCcipRequest } from './createCcipRequest.ts'
import { type ChainReader, createChainReader } from './createChainReader.ts'
import { createGateway, type Gateway } from './createGateway.ts'
import { createNonces } from './createNonces.ts'
import type { NameSettings } from './readNameSettings.ts'
import type { Registry } from './registerName.ts'

/** Milliseconds for the chain reads about one name or signature, and for one gateway. */
const chainTimeout = 5_000
const gatewayTimeout = 3_000

/** What the services know of names. */
export interface Names {
  readonly store: Store
  /** Absent where no zone is held. */
  readonly registry: Registry | undefined
  readonly gateway: Gateway | undefined
  /** Absent where no chain is configured for names. */
  readonly reader: ChainReader | undefined
}

/** Makes the names room from its settings; a zone comes with the key that signs for it. */
export function createNames(deps: {
  readonly store: Store
  readonly settings: NameSettings
  /** Where the settings have none. */
  readonly signerKey: Hex | undefined
  readonly proxy: Pick<RpcProxy, 'call'>
  readonly fetchPublic: FetchPublic
  /** Milliseconds since 1970. */
  readonly now: () => number
}): Names {
  const { store, settings, proxy, fetchPublic, now } = deps
  const { zone, chain, universalResolver, namesPerAccount } = settings
  const signerKey = settings.signerKey ?? deps.signerKey
  const gateway =
    zone === undefined || signerKey === undefined ? undefined : createGateway({ store, zone, signerKey, now })
  const ccipRequest = createCcipRequest({
    fetchPublic,
    answerOwn: async lookup => gateway?.answer(lookup),
    timeout: gatewayTimeout,
  })
  const reader =
    chain === undefined
      ? undefined
      : createChainReader({ chain, universalResolver, proxy, ccipRequest, timeout: chainTimeout })
  const registry =
    zone === undefined || signerKey === undefined
      ? undefined
      : {
          store,
          zone,
          reader,
          now,
          namesPerAccount,
          nonces: createNonces({ store, secret: nonceSecret(signerKey), now }),
        }
  return { store, registry, gateway, reader }
}

/** The signer's key serves for nonces too, so that all processes of an installation take one another's. */
function nonceSecret(signerKey: Hex): Uint8Array {
  return createHmac('sha256', signerKey).update('latchkey name nonces').digest()
}

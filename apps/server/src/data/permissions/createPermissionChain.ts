import type { CaipNetworkId } from 'latchkey/contract'
import { permissionContracts } from 'latchkey/services'
import type { Address, Hex } from 'viem'
import { viem } from '../../core/libraries/viem.ts'
import { createChainReader } from '../names/createChainReader.ts'
import type { RpcProxy } from '../rpc/createRpcProxy.ts'

/** Milliseconds for one question. */
const timeout = 5_000

/** What a network says of permissions. */
export interface PermissionChain {
  /**
   * Whether an account signed a hash: by its contract, deployed (ERC-1271) or yet to be (ERC-6492).
   * @throws RouteFault APKT009 when the chain could not be asked.
   */
  isSigned(network: CaipNetworkId, of: { account: Address; hash: Hex; signature: Hex }): Promise<boolean>
  /** Which permissions the chain refuses for good; those of which it did not answer are not among them. */
  findDisabled(network: CaipNetworkId, pcis: readonly Hex[]): Promise<ReadonlySet<Hex>>
}

export function createPermissionChain(proxy: Pick<RpcProxy, 'call'>): PermissionChain {
  return {
    isSigned(chain, { account, hash, signature }) {
      const reader = createChainReader({
        chain,
        universalResolver: undefined,
        proxy,
        // A signature is never worth a look-up elsewhere.
        ccipRequest: async () => ({ failed: false }),
        timeout,
      })
      return reader.ask(client => client.verifyHash({ address: account, hash, signature }), false)
    },
    async findDisabled(network, pcis) {
      if (pcis.length === 0) return new Set()
      const { encodeFunctionData, parseAbi } = viem()
      const abi = parseAbi(['function disabledDelegations(bytes32 hash) view returns (bool)'])
      const outcomes = await proxy.call(
        network,
        pcis.map(pci => ({
          method: 'eth_call',
          params: [
            { to: permissionContracts.manager, data: encodeFunctionData({ abi, args: [pci] }) },
            'latest',
          ],
        })),
      )
      return new Set(
        pcis.filter((_, index) => {
          const outcome = outcomes[index]
          return (
            outcome !== undefined && 'result' in outcome && outcome.result === `0x${'1'.padStart(64, '0')}`
          )
        }),
      )
    },
  }
}

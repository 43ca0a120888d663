import {
  type Address,
  encodeFunctionData,
  keccak256,
  namehash,
  parseAbi,
  stringToHex,
  zeroAddress,
} from 'viem'
import { operator } from '../chains/devAccounts.ts'
import { type ChainClient, createChainClient } from '../contracts/createChainClient.ts'
import { sendAll } from '../contracts/sendAll.ts'
import { devNameZone, ensPlan } from './ensPlan.ts'

const registryAbi = parseAbi([
  'function owner(bytes32 node) view returns (address)',
  'function resolver(bytes32 node) view returns (address)',
  'function setSubnodeRecord(bytes32 node, bytes32 label, address owner, address resolver, uint64 ttl)',
])
const gatewayResolverAbi = parseAbi([
  'function gatewayUrls() view returns (string[])',
  'function setUrls(string[] urls)',
])

/**
 * The tree of names: the zone and the reverse names of all addresses are answered by the services' gateway; an account
 * that names itself with the reverse registrar goes by that name instead.
 */
const records: readonly { name: string; owner: Address; resolver: Address }[] = [
  { name: 'eth', owner: operator.address, resolver: zeroAddress },
  { name: devNameZone, owner: operator.address, resolver: ensPlan.ensGatewayResolver.address },
  { name: 'reverse', owner: operator.address, resolver: zeroAddress },
  {
    name: 'addr.reverse',
    owner: ensPlan.ensReverseRegistrar.address,
    resolver: ensPlan.ensGatewayResolver.address,
  },
]

/**
 * Registers the missing names of the tree, once the contracts are there.
 * @throws Error when a transaction fails.
 */
export async function setUpEns(client: ChainClient): Promise<void> {
  const { address } = ensPlan.ensRegistry
  const registry = { address, abi: registryAbi } as const
  const missing = await Promise.all(
    records.map(async ({ name, owner, resolver }) => {
      const args = [namehash(name)] as const
      const [holder, answering] = await Promise.all([
        client.readContract({ ...registry, functionName: 'owner', args }),
        client.readContract({ ...registry, functionName: 'resolver', args }),
      ])
      if (holder === owner && answering === resolver) return []
      const [label = '', ...above] = name.split('.')
      const data = encodeFunctionData({
        abi: registryAbi,
        functionName: 'setSubnodeRecord',
        args: [namehash(above.join('.')), keccak256(stringToHex(label)), owner, resolver, 0n],
      })
      // Stated, because it cannot be estimated before the name above is there.
      return [{ to: address, data, gas: 200_000n }]
    }),
  )
  await sendAll(client, missing.flat())
}

/**
 * Sets the address of the services' gateway in the chain's resolver; their port may change with each start.
 * @throws Error when the transaction fails.
 */
export async function pointGateway(chain: { chainId: number; url: string }, services: string): Promise<void> {
  const client = createChainClient(chain)
  const resolver = { address: ensPlan.ensGatewayResolver.address, abi: gatewayResolverAbi } as const
  const wanted = `${services}/v1/names/ccip/{sender}/{data}`
  const urls = await client.readContract({ ...resolver, functionName: 'gatewayUrls' })
  if (urls.length === 1 && urls[0] === wanted) return
  const data = encodeFunctionData({ abi: gatewayResolverAbi, functionName: 'setUrls', args: [[wanted]] })
  await sendAll(client, [{ to: resolver.address, data }])
}

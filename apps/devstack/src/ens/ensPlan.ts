import { type Hex, keccak256, stringToHex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import gatewayResolver from '../../contracts/artifacts/EnsGatewayResolver.json' with { type: 'json' }
import registry from '../../contracts/artifacts/EnsRegistry.json' with { type: 'json' }
import resolver from '../../contracts/artifacts/EnsResolver.json' with { type: 'json' }
import reverseRegistrar from '../../contracts/artifacts/EnsReverseRegistrar.json' with { type: 'json' }
import universalResolver from '../../contracts/artifacts/EnsUniversalResolver.json' with { type: 'json' }
import { operator } from '../chains/devAccounts.ts'
import { planContract } from '../contracts/planContract.ts'

/** The zone whose names the services register (SPEC-NOTES §4). */
export const devNameZone = 'latch.eth'

/** The chain on which the services look names up and check the signatures of contracts. */
export const devNameChainId = 31337

/** Signs the gateway's answers. As public as the test mnemonic: the resolver on the local chains trusts it from birth. */
export const devNameSignerKey: Hex = keccak256(stringToHex('latchkey development name signer'))

const ensRegistry = planContract(registry, [operator.address])
const ensResolver = planContract(resolver, [ensRegistry.address])

/** The naming contracts, by the name under which `devContracts` lists them. */
export const ensPlan = {
  ensRegistry,
  ensResolver,
  ensReverseRegistrar: planContract(reverseRegistrar, [ensRegistry.address, ensResolver.address]),
  ensGatewayResolver: planContract(gatewayResolver, [
    operator.address,
    [privateKeyToAddress(devNameSignerKey)],
  ]),
  ensUniversalResolver: planContract(universalResolver, [ensRegistry.address]),
} as const

/**
 * Smart accounts of the embedded wallet (SPEC §6): the contracts they are made of, ERC-4337 operations as bundlers take
 * them, and where the services can carry them.
 */
import * as v from 'valibot'
import { projectErrors, projectQuery, route } from './route.ts'
import { caipNetworkIdSchema } from './supportedChains.ts'

/**
 * What a Safe of this wallet is made of, each at one address on every network: Safe 1.4.1, its ERC-4337 module 0.3.0 on
 * EntryPoint 0.7. Each address goes into the account's own: changing one moves everybody's account.
 */
export const safeContracts = {
  entryPoint: '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
  factory: '0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67',
  singleton: '0x41675C099F32341bf84BFc5382aF534df5C7461a',
  module: '0x75cf11467937ce3F2f357CE24ffc3DBF8fD5c226',
  moduleSetup: '0x2dd68b007B46fBe91B9A7c3EDa5A7a1063cB5b47',
  multiSendCallOnly: '0x9641d764fc13c8B624c04430C7356C1C7C8102e2',
} as const

/** EIP-7702: the one contract that an embedded account is delegated to, and its entry point (0.8). */
export const delegatedContracts = {
  entryPoint: '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108',
  account: '0xe6Cae83BdE06E4c305530e199D7217f42808555B',
} as const

const address = v.custom<`0x${string}`>(
  value => typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value),
)
const quantity = v.custom<`0x${string}`>(
  value => typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value),
)
/** Whole bytes, at most 128 kB of them. */
const bytes = v.custom<`0x${string}`>(
  value => typeof value === 'string' && value.length <= 262_146 && /^0x(?:[0-9a-fA-F]{2})*$/.test(value),
)

/** A user operation of EntryPoint 0.7 and 0.8 as JSON-RPC has it (ERC-7769). */
export const userOperationSchema = v.strictObject({
  sender: address,
  nonce: quantity,
  /** With its data: until the account is on the chain. `0x7702` with `eip7702Auth`. */
  factory: v.optional(v.union([address, v.literal('0x7702')])),
  factoryData: v.optional(bytes),
  callData: bytes,
  callGasLimit: quantity,
  verificationGasLimit: quantity,
  preVerificationGas: quantity,
  maxFeePerGas: quantity,
  maxPriorityFeePerGas: quantity,
  paymaster: v.optional(address),
  paymasterVerificationGasLimit: v.optional(quantity),
  paymasterPostOpGasLimit: v.optional(quantity),
  paymasterData: v.optional(bytes),
  signature: bytes,
  eip7702Auth: v.optional(
    v.strictObject({
      chainId: quantity,
      address,
      nonce: quantity,
      /** viem pads it to a whole byte. */
      yParity: v.picklist(['0x0', '0x1', '0x00', '0x01']),
      r: quantity,
      s: quantity,
    }),
  ),
})

/** A user operation of EntryPoint 0.7 and 0.8 as JSON-RPC has it (ERC-7769). */
export type UserOperation = v.InferOutput<typeof userOperationSchema>

/** What bundlers are asked through the services' RPC, of the networks that have one. Sending is never done twice. */
export const bundlerMethods = [
  'eth_estimateUserOperationGas',
  'eth_getUserOperationByHash',
  'eth_getUserOperationReceipt',
  'eth_sendUserOperation',
  'eth_supportedEntryPoints',
] as const

const sponsor = v.object({
  name: v.pipe(v.string(), v.maxLength(64)),
  /** A `data:` URL of a picture. */
  icon: v.optional(v.pipe(v.string(), v.maxLength(32_768), v.startsWith('data:image/'))),
})

/** Who pays for an operation. */
export type Sponsor = v.InferOutput<typeof sponsor>

/**
 * GET /v1/smart-accounts: the networks that can carry smart accounts, seen on the chain by the services: all contracts
 * are there, and a bundler answers. A network that is not in it falls back to the plain account.
 */
export const getSmartAccounts = route({
  method: 'GET',
  path: '/v1/smart-accounts',
  query: v.strictObject(projectQuery),
  response: v.object({
    networks: v.array(
      v.object({
        chainId: caipNetworkIdSchema,
        /** The accounts of `safeContracts`. */
        safe: v.boolean(),
        /** EIP-7702 by `delegatedContracts`. */
        delegation: v.boolean(),
        /** The Safes can give permissions here (ERC-7715), by a contract of ours that is unaudited; off by default. */
        permissions: v.optional(v.literal('unaudited')),
        /** The project pays here, within its budget. */
        sponsor: v.optional(sponsor),
      }),
    ),
  }),
  errors: projectErrors,
})

/** The networks that can carry smart accounts. */
export type SmartAccountNetworks = v.InferOutput<(typeof getSmartAccounts)['response']>['networks']

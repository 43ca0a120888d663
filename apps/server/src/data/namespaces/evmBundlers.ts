import { bundlerMethods, delegatedContracts, safeContracts, userOperationSchema } from 'latchkey/services'
import * as v from 'valibot'
import { commonNodes } from './commonNodes.ts'
import { evmNodes } from './evmNodes.ts'
import type { BundlerServices } from './namespaceServices.ts'

const entryPoints: ReadonlySet<unknown> = new Set(
  [safeContracts.entryPoint, delegatedContracts.entryPoint].map(address => address.toLowerCase()),
)
const entryPoint = v.custom<string>(
  value => typeof value === 'string' && entryPoints.has(value.toLowerCase()),
)
const hash = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{64}$/))
/** What estimating finds out may be missing. */
const estimated = v.partial(userOperationSchema, [
  'callGasLimit',
  'verificationGasLimit',
  'preVerificationGas',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
])

/** The parameters of each method. Overrides of the state are not among them: they cost a bundler as much as the page likes. */
const params: Readonly<Record<(typeof bundlerMethods)[number], v.GenericSchema>> = {
  eth_estimateUserOperationGas: v.strictTuple([estimated, entryPoint]),
  eth_getUserOperationByHash: v.strictTuple([hash]),
  eth_getUserOperationReceipt: v.strictTuple([hash]),
  eth_sendUserOperation: v.strictTuple([userOperationSchema, entryPoint]),
  eth_supportedEntryPoints: v.optional(v.strictTuple([]), []),
}

/** JSON-RPC of bundlers (ERC-7769). They say their network, and no block. */
export const evmBundlers: BundlerServices = {
  nodes: {
    ...evmNodes,
    ping: { method: 'eth_chainId' },
    head: { call: { method: 'eth_chainId' }, read: () => undefined },
    constants: commonNodes.constants,
    transaction: {
      ...evmNodes.transaction,
      // Another bundler does not know it: what one may have taken is never sent again, and its hash is the page's.
      idOf: () => undefined,
    },
  },
  methods: bundlerMethods,
  isCall: ({ method, params: given }) => {
    const known = bundlerMethods.find(each => each === method)
    return known !== undefined && v.is(params[known], given)
  },
}

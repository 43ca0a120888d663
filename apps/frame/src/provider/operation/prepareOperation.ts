import type { CaipNetworkId } from 'latchkey/contract'
import { askGasPrice, fieldOf, parseQuantity, toQuantity } from 'latchkey/evmcodec'
import type { UserOperation } from 'latchkey/services'
import type { ProviderDeps } from '../deps.ts'
import { NodeFault } from '../nodes.ts'
import { isOperationFault, reasonOfFault } from './bundlerFault.ts'
import { nextNonce } from './entryPoint.ts'
import { operationAccountOf } from './operationAccount.ts'
import type { OperationAsked, PreparedOperation } from './operationAsked.ts'
import { type PaymasterAnswer, paymasterParams, readPaymaster } from './paymasters.ts'
import { wouldFail } from './wouldFail.ts'

const zero = '0x0'

/** Gas that verifying gets on top of what it was estimated to take, in percent: a signature is estimated by another one. */
const roomPercent = 10n

/** What is asked, and on which network. */
interface AskedThere {
  readonly chainId: CaipNetworkId
  readonly asked: OperationAsked
}

/**
 * Builds an operation, asks who pays, and has the network's bundler estimate it. A paymaster that does not pay leaves it to
 * the account.
 * @throws `wouldFail` where the bundler tried it and it failed, else what the nodes throw, Error for answers that make no sense
 */
export async function prepareOperation(
  deps: Pick<ProviderDeps, 'nodes' | 'paymasters'>,
  { chainId, asked }: AskedThere,
  signal: AbortSignal,
): Promise<PreparedOperation> {
  const nodes = deps.nodes(chainId)
  const { host, isSponsored } = asked
  const account = operationAccountOf(asked)
  const { address, entryPoint, callData, stubSignature } = account
  const [nonce, factory, price] = await Promise.all([
    nextNonce(nodes, account, signal),
    account.factory(nodes, signal),
    askGasPrice(nodes, signal),
  ])
  if (!price) throw new Error('no gas price')
  const perGas = 'gasPrice' in price ? price.gasPrice : price.maxFeePerGas
  const tip = 'gasPrice' in price ? price.gasPrice : price.maxPriorityFeePerGas
  const draft: UserOperation = {
    sender: address,
    nonce: toQuantity(nonce),
    ...factory,
    callData,
    callGasLimit: zero,
    verificationGasLimit: zero,
    preVerificationGas: zero,
    maxFeePerGas: toQuantity(perGas),
    maxPriorityFeePerGas: toQuantity(tip),
    signature: stubSignature,
  }
  const first = host || isSponsored ? await askStub(draft) : undefined
  // A paymaster that the operation cannot be estimated with does not pay.
  const estimated = first && (await estimate({ ...draft, ...first.fields }).catch(() => undefined))
  // Whether the project pays depends on what it comes to: that is asked before it is shown.
  const sponsor = estimated && (host ? first : await askStub(estimated))
  const isUnsponsored = sponsor === undefined && (host !== undefined || isSponsored)
  const operation = sponsor && estimated ? estimated : await estimate(draft)
  return {
    operation,
    gas: gasOf(operation),
    perGas,
    ...(sponsor && { sponsor: { ...sponsor, ...(host && { host }) } }),
    ...(isUnsponsored && { isUnsponsored }),
  }

  async function askStub(operation: UserOperation): Promise<PaymasterAnswer | undefined> {
    const params = paymasterParams(operation, entryPoint, chainId, host?.context)
    const asked = { method: 'pm_getPaymasterStubData', params, host } as const
    return readPaymaster(await deps.paymasters?.(asked, signal).catch(() => undefined))
  }

  async function estimate(stubbed: UserOperation): Promise<UserOperation> {
    const answer = await nodes('eth_estimateUserOperationGas', [stubbed, entryPoint], signal).catch(
      async (cause: unknown) => {
        const isTried = cause instanceof NodeFault && isOperationFault(cause.code)
        throw isTried ? wouldFail(await reasonOfFault(cause)) : cause
      },
    )
    const gas = (field: string) => {
      const value = parseQuantity(fieldOf(answer, field))
      return value === undefined || value >> 64n ? undefined : value
    }
    const call = gas('callGasLimit')
    const verification = gas('verificationGasLimit')
    const preVerification = gas('preVerificationGas')
    if (call === undefined || verification === undefined || preVerification === undefined)
      throw new Error('no estimate')
    const paid = stubbed.paymaster && {
      paymasterVerificationGasLimit:
        stubbed.paymasterVerificationGasLimit ?? toQuantity(gas('paymasterVerificationGasLimit') ?? 0n),
      paymasterPostOpGasLimit:
        stubbed.paymasterPostOpGasLimit ?? toQuantity(gas('paymasterPostOpGasLimit') ?? 0n),
    }
    return {
      ...stubbed,
      callGasLimit: toQuantity(call),
      verificationGasLimit: toQuantity((verification * (100n + roomPercent)) / 100n),
      preVerificationGas: toQuantity(preVerification),
      ...paid,
    }
  }
}

/** All gas that an operation can take: the account or its paymaster puts down just this before it runs. */
function gasOf(operation: UserOperation): bigint {
  return [
    operation.callGasLimit,
    operation.verificationGasLimit,
    operation.preVerificationGas,
    operation.paymasterVerificationGasLimit ?? zero,
    operation.paymasterPostOpGasLimit ?? zero,
  ].reduce((sum, each) => sum + BigInt(each), 0n)
}

import {
  type AnyCall,
  estimateFee,
  type Simulation,
  simulateCall,
  simulateCalls,
  type TransferFee,
  toQuantity,
} from 'latchkey/evmcodec'
import { type Effect, flattenEffects } from '../approve/effects/effect.ts'
import type { ApprovalProgress, ApprovalRequest, TokenWords } from './approval.ts'
import type { ApprovedWork } from './createApprovals.ts'
import type { ProviderDeps } from './deps.ts'
import { gasOfCalls } from './gasOfCalls.ts'
import { keptReceivers } from './kept.ts'
import { listedWords } from './listedWords.ts'
import { networkFacts } from './networkFacts.ts'
import type { OperationAsked } from './operation/operationAsked.ts'
import { failureForeseen } from './operation/wouldFail.ts'
import { readToken, tokensOf } from './readToken.ts'
import { simulateOutcomes } from './simulateOutcomes.ts'
import { watchPrices } from './watchPrices.ts'

type Costs = Pick<ApprovalProgress, 'fee' | 'fees' | 'operation' | 'simulation'>

const mostChanges = 20
/** Receivers that the services are asked to name. */
const mostNames = 5

/** Asks the nodes for an approval's effects, fee and token names, and reports each answer as it arrives. */
export async function prepareApproval(
  deps: Pick<ProviderDeps, 'nodes' | 'store' | 'contracts' | 'prices' | 'names' | 'paymasters'> &
    Partial<Pick<ProviderDeps, 'clock'>>,
  request: ApprovalRequest,
  update: ApprovedWork['update'],
  signal: AbortSignal,
): Promise<void> {
  const nodes = deps.nodes(request.chainId)
  const listed = listedWords(request.chainId, deps.contracts)
  let tokens: Record<string, TokenWords> = {}
  const { prices, clock } = deps
  const want = prices && clock && watchPrices({ prices, clock }, request.chainId, update, signal)
  // A price is late at most, and holds nothing up; only what is on a list has one that can be believed.
  if (request.is === 'calls' || (request.is === 'typed' && request.effect))
    want?.(['', ...tokensOf(effectsOf(request)).filter(token => listed.has(token))])
  void nameReceivers()
  await Promise.all([
    deps.store.read(keptReceivers).then(known => update({ known: [...(known ?? []), request.account] })),
    ...tokensOf(effectsOf(request)).map(describe),
    estimate(),
  ])

  async function describe(address: string): Promise<void> {
    if (Object.hasOwn(tokens, address)) return
    const words = listed.get(address) ?? (await readToken(nodes, address, signal))
    // Others may have answered meanwhile.
    tokens = { ...tokens, [address]: words }
    update({ tokens })
  }

  /** Names are late at most, too; what the services cannot say is shown by its address. */
  async function nameReceivers(): Promise<void> {
    let names: Record<string, string> = {}
    await Promise.all(
      receiversOf(effectsOf(request)).map(async address => {
        const name = await deps.names?.(address, signal).catch(() => undefined)
        if (name === undefined || signal.aborted) return
        names = { ...names, [address]: name }
        update({ names })
      }),
    )
  }

  async function estimate(): Promise<void> {
    if (request.is === 'permission') {
      const { permission, operation } = request
      await Promise.all([
        permission.is !== 'calls' &&
          permission.token !== undefined &&
          describe(permission.token.toLowerCase()),
        operation && costOfOperation(operation).then(update),
      ])
      return
    }
    if (request.is !== 'calls') return
    const network = request.network ?? networkFacts(request.chainId)
    const calls = request.calls.map(({ to, value, data }) => ({
      from: request.account,
      ...(to && { to }),
      value: toQuantity(value),
      data,
    }))
    const [only] = calls.length === 1 ? calls : []
    const { account, effects, operation } = request
    const [simulated, outcomes, costs] = await Promise.all([
      only
        ? simulateCall(nodes, { call: only, network }, signal)
        : simulateCalls(nodes, { calls, network }, signal),
      simulateOutcomes(nodes, { account, calls, effects }, signal),
      operation ? costOfOperation(operation) : costOfCalls(request, calls),
    ])
    // Nodes that trace say why; a bundler may be the only one that tried several calls together.
    const simulation = readable(simulated.at === 'fails' ? simulated : (costs.simulation ?? simulated))
    // At once: an exchange is not to be shown as one, nor as none, before it is known which.
    update({ ...costs, simulation, ...(outcomes && { outcomes }) })
    const moved = simulation.at === 'works' ? (simulation.changes ?? []) : []
    want?.(moved.flatMap(({ asset }) => asset.address?.toLowerCase() ?? []).filter(each => listed.has(each)))
    await Promise.all(moved.flatMap(({ asset }) => asset.address?.toLowerCase() ?? []).map(describe))
  }

  async function costOfCalls(
    { chainId, network = networkFacts(chainId), gas }: Extract<ApprovalRequest, { is: 'calls' }>,
    calls: readonly AnyCall[],
  ): Promise<Costs> {
    const limits = calls.length === 1 ? [gas] : await gasOfCalls(nodes, calls, signal)
    const fees = await Promise.all(
      calls.map((call, at) => {
        const limit = limits?.[at]
        return estimateFee(nodes, { call, network, ...(limit !== undefined && { limit }) }, signal)
      }),
    )
    const known = fees.filter(fee => fee !== undefined)
    const fee = known.length === fees.length ? sumOf(known) : undefined
    return fee ? { fee, fees: known } : {}
  }

  async function costOfOperation(asked: OperationAsked): Promise<Costs> {
    try {
      const { prepareOperation } = await import('./operation/prepareOperation.ts')
      const operation = await prepareOperation(deps, { chainId: request.chainId, asked }, signal)
      const { decimals } = (request.network ?? networkFacts(request.chainId)).nativeCurrency
      const value = operation.sponsor ? 0n : operation.gas * operation.perGas
      return { operation, fee: { value, decimals } }
    } catch (cause) {
      const failure = failureForeseen(cause)
      // Anything else is shown as unknown.
      return failure ? { simulation: { at: 'fails', ...failure } } : {}
    }
  }
}

/** Limits the changes to a readable number; a longer list counts as unknown, so that none is left out. */
function readable(simulation: Simulation): Simulation {
  const isLong = simulation.at === 'works' && (simulation.changes?.length ?? 0) > mostChanges
  return isLong ? { at: 'works' } : simulation
}

export function effectsOf(request: ApprovalRequest): readonly Effect[] {
  if (request.is === 'calls') return request.effects
  return request.is === 'typed' && request.effect ? [request.effect] : []
}

/** Who receives something or may spend it: the first few, in lower case. */
function receiversOf(effects: readonly Effect[]): readonly string[] {
  const found = new Set(
    flattenEffects(effects).flatMap(effect => {
      if (effect.is === 'transfer' || effect.is === 'nft') return [effect.to.toLowerCase()]
      return effect.is === 'allowance' ? [effect.spender.toLowerCase()] : []
    }),
  )
  return [...found].slice(0, mostNames)
}

function sumOf([first, ...rest]: readonly TransferFee[]): TransferFee['most'] | undefined {
  if (!first) return undefined
  return { ...first.most, value: rest.reduce((sum, { most }) => sum + most.value, first.most.value) }
}

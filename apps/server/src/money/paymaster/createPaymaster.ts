import type { CaipNetworkId } from 'latchkey/contract'
import { delegatedContracts, type PaymasterRefusal, type RpcCall, type Sponsor } from 'latchkey/services'
import type { Address, Hex, LocalAccount } from 'viem'
import { viemOperations } from '../../core/libraries/viem.ts'
import {
  decodeOperationCalls,
  isSame,
  type OperationCall,
} from '../../data/operations/decodeOperationCalls.ts'
import type { seeAccount } from '../../data/operations/seeAccount.ts'
import type { askSponsor, SponsorQuestion } from './askSponsor.ts'
import { callFault, type PaymasterOutcome, refuseToPay } from './callFault.ts'
import type { Budgets } from './createBudgets.ts'
import type { Deposits } from './createDeposits.ts'
import { type OperationGas, packPaymasterData, packPaymasterRequest } from './packPaymasterRequest.ts'
import { type PaymasterCall, readPaymasterCall, type UnsignedOperation } from './readPaymasterCall.ts'
import type { PaymasterSettings, SponsorLimits, SponsorRules } from './readPaymasterSettings.ts'

/** Pays for visitors' operations, within what their project allows (ERC-7677). */
export interface Paymaster {
  /** The project as the payer on a network; undefined where it does not pay. */
  sponsorOf(project: string, network: CaipNetworkId): Sponsor | undefined
  call(project: string, call: RpcCall): Promise<PaymasterOutcome>
}

/** Seconds for which a signature holds. */
const validity = 300
/** Gas of the contract's check: ECDSA over the request, which costs some 30,000 of it; it has no second part. */
const paymasterGas = { verification: 100_000n, mostVerification: 250_000n, postOp: 0n, mostPostOp: 50_000n }
/** Of the right length and form, and of no key: estimating counts with it. */
const stubSignature: Hex = `0x${'f'.repeat(31)}0${'0'.repeat(31)}${'7'}${'a'.repeat(64)}1c`

export function createPaymaster(deps: {
  readonly account: LocalAccount | undefined
  readonly settings: Pick<PaymasterSettings, 'addresses' | 'projects'>
  readonly see: (
    ...of: Parameters<typeof seeAccount> extends [unknown, ...infer Rest] ? Rest : never
  ) => ReturnType<typeof seeAccount>
  readonly ask: (
    rules: NonNullable<SponsorRules['ask']>,
    question: SponsorQuestion,
  ) => ReturnType<typeof askSponsor>
  readonly budgets: Budgets
  readonly deposits: Pick<Deposits, 'of'>
  /** Milliseconds since 1970. */
  readonly now: () => number
}): Paymaster {
  const { account, settings, see, ask, budgets, deposits, now } = deps

  async function judge(
    project: string,
    asked: PaymasterCall,
    of: { readonly rules: SponsorRules; readonly limits: SponsorLimits; readonly cost: bigint },
  ): Promise<PaymasterRefusal | undefined> {
    const { operation, entryPoint, network } = asked
    const { rules, limits, cost } = of
    const calls = decodeOperationCalls(operation.callData, entryPoint)
    if (calls === undefined || !calls.every(call => isAllowed(call, operation.sender, limits)))
      return 'target'
    if (cost > limits.mostPerOperation) return 'budget'
    const seen = await see(network, { operation, entryPoint })
    if (seen !== 'own') return seen === 'unknown' ? 'unavailable' : 'refused'
    const deposit = await deposits.of(network, entryPoint)
    if (deposit === undefined || deposit < cost) return 'unavailable'
    const isFinal = asked.method === 'pm_getPaymasterData'
    const word = { project, network, account: operation.sender.toLowerCase(), cost }
    const looked = await budgets.look(word, { ...rules, ...limits })
    if (looked !== undefined || rules.ask === undefined) return looked
    const { sender } = operation
    const said = await ask(rules.ask, { project, network, account: sender, calls, mostCost: cost, isFinal })
    return said === 'yes' ? undefined : said
  }

  async function sign(
    asked: PaymasterCall,
    paymaster: Address,
    gas: OperationGas,
  ): Promise<{ readonly result: object; readonly hash: Hex; readonly validUntil: number } | undefined> {
    if (account === undefined) return undefined
    const { operation, chainId, entryPoint } = asked
    // From the beginning of time: a quiet chain's newest block can be older than any start that is near.
    const times = { validAfter: 0, validUntil: Math.floor(now() / 1_000) + validity }
    const request = packPaymasterRequest({ operation, gas, validity: times, chainId, paymaster })
    const paymasterData = packPaymasterData(times, await account.signTypedData(request))
    const result = { paymaster, paymasterData, ...limitsOf(gas) }
    const hash = hashOf({ ...asked, gas, paymaster, paymasterData, entryPoint })
    return { result, hash, validUntil: times.validUntil * 1_000 }
  }

  return {
    sponsorOf(project, network) {
      const rules = settings.projects.get(project)
      const isServed = account !== undefined && (settings.addresses.get(network)?.size ?? 0) > 0
      return isServed && rules?.networks.has(network) ? rules.sponsor : undefined
    },
    async call(project, call) {
      const asked = readPaymasterCall(call)
      if (asked === 'method') return callFault('method', 'The method does not exist')
      if (asked === 'params') return callFault('params', 'Invalid params')
      const { operation, entryPoint, network, method } = asked
      const rules = settings.projects.get(project)
      const limits = rules?.networks.get(network)
      const paymaster = settings.addresses.get(network)?.get(entryPoint.toLowerCase())
      if (rules === undefined || limits === undefined) return refuseToPay('refused')
      if (account === undefined || paymaster === undefined) return refuseToPay('unavailable')
      const gas = readGas(operation)
      const isStub = method === 'pm_getPaymasterStubData'
      if (gas === undefined || (!isStub && !isWhole(operation))) return callFault('params', 'Invalid params')
      const cost = costOf(gas)
      const refusal = await judge(project, asked, { rules, limits, cost })
      if (refusal !== undefined) return refuseToPay(refusal)
      if (isStub) {
        const paymasterData = packPaymasterData({ validAfter: 0, validUntil: 0 }, stubSignature)
        return {
          result: { paymaster, paymasterData, ...limitsOf(gas), sponsor: rules.sponsor, isFinal: false },
        }
      }
      const signed = await sign(asked, paymaster, gas)
      if (signed === undefined) return refuseToPay('unavailable')
      const { hash, validUntil } = signed
      const { sender, nonce } = operation
      const who = { project, network, account: sender.toLowerCase(), entryPoint, nonce }
      const promised = { ...who, hash, cost, validUntil }
      // The signature leaves only after it is counted.
      const full = await budgets.promise(promised, { ...rules, ...limits })
      return full === undefined ? { result: signed.result } : refuseToPay(full)
    },
  }
}

/** A call to a target of the list, or none at all: that only puts the account on the chain. */
function isAllowed({ to, value, data }: OperationCall, sender: string, { targets }: SponsorLimits): boolean {
  if (isSame(to, sender) && value === 0n && data === '0x') return true
  return targets?.has(to.toLowerCase()) ?? true
}

/** Whether the numbers are there that a signature is about. */
function isWhole(operation: UnsignedOperation): boolean {
  return (
    operation.callGasLimit !== undefined &&
    operation.verificationGasLimit !== undefined &&
    operation.preVerificationGas !== undefined &&
    operation.maxFeePerGas !== undefined &&
    operation.maxPriorityFeePerGas !== undefined
  )
}

/** Undefined for more than the contract's own gas may be, or numbers that do not fit an operation. */
function readGas(operation: UnsignedOperation): OperationGas | undefined {
  const read = (value: string | undefined, fallback = 0n) => (value === undefined ? fallback : BigInt(value))
  const gas = {
    callGasLimit: read(operation.callGasLimit),
    verificationGasLimit: read(operation.verificationGasLimit),
    preVerificationGas: read(operation.preVerificationGas),
    paymasterVerificationGasLimit: read(operation.paymasterVerificationGasLimit, paymasterGas.verification),
    paymasterPostOpGasLimit: read(operation.paymasterPostOpGasLimit, paymasterGas.postOp),
    maxFeePerGas: read(operation.maxFeePerGas),
    maxPriorityFeePerGas: read(operation.maxPriorityFeePerGas),
  }
  const fits = Object.values(gas).every(each => each < 2n ** 120n)
  const isSmall =
    gas.paymasterVerificationGasLimit <= paymasterGas.mostVerification &&
    gas.paymasterPostOpGasLimit <= paymasterGas.mostPostOp
  return fits && isSmall ? gas : undefined
}

function limitsOf({ paymasterVerificationGasLimit: check, paymasterPostOpGasLimit: post }: OperationGas) {
  return {
    paymasterVerificationGasLimit: `0x${check.toString(16)}`,
    paymasterPostOpGasLimit: `0x${post.toString(16)}`,
  } as const
}

/** The most that the entry point takes for an operation, in base units. */
function costOf({ maxFeePerGas, maxPriorityFeePerGas: _, ...limits }: OperationGas): bigint {
  return Object.values(limits).reduce((sum, each) => sum + each, 0n) * maxFeePerGas
}

function hashOf(of: {
  readonly operation: UnsignedOperation
  readonly gas: OperationGas
  readonly paymaster: Address
  readonly paymasterData: Hex
  readonly entryPoint: Address
  readonly chainId: number
}): Hex {
  const { operation, gas, paymaster, paymasterData, entryPoint, chainId } = of
  const { sender, nonce, callData, factory, factoryData, eip7702Auth } = operation
  return viemOperations().getUserOperationHash({
    chainId,
    entryPointAddress: entryPoint,
    entryPointVersion: isSame(entryPoint, delegatedContracts.entryPoint) ? '0.8' : '0.7',
    userOperation: {
      ...gas,
      sender,
      nonce: BigInt(nonce),
      callData,
      paymaster,
      paymasterData,
      signature: '0x',
      ...(factory !== undefined && { factory, factoryData: factoryData ?? '0x' }),
      ...(eip7702Auth && { authorization: { address: eip7702Auth.address } as never }),
    } as never,
  })
}

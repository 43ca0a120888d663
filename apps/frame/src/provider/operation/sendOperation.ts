import type { CaipNetworkId } from 'latchkey/contract'
import { fieldOf, type Hex, type Simulation, toQuantity } from 'latchkey/evmcodec'
import { canonicalJson, type JsonValue, type UserOperation } from 'latchkey/services'
import { fromHex, randomBytes, toBytes, toHex } from '../../keys/bytes.ts'
import { signEvmDigest, signOwnerDigest } from '../../keys/signWith.ts'
import { operationHash } from '../../smartaccount/operationHash.ts'
import { operationSignature, safeOperationDigest } from '../../smartaccount/safeOperationDigest.ts'
import { formatSignature } from '../../smartaccount/signSafeMessage.ts'
import { changeKept } from '../../store/changeKept.ts'
import type { ApprovalRequest } from '../approval.ts'
import type { ApprovedWork } from '../createApprovals.ts'
import type { ProviderDeps } from '../deps.ts'
import { type KeptOperation, keptOperations } from '../kept.ts'
import type { LoggedIn } from '../loggedIn.ts'
import { networkFacts } from '../networkFacts.ts'
import { refusal } from '../refusal.ts'
import { hasBatch } from '../sendBatch.ts'
import { withSigned } from '../withSigned.ts'
import { latestBlock, nextNonce } from './entryPoint.ts'
import { handOver } from './handOver.ts'
import { operationAccountOf } from './operationAccount.ts'
import type { Factory, OperationAsked, PreparedOperation } from './operationAsked.ts'
import { type OperationOutcome, operationOutcome } from './operationOutcome.ts'
import { paymasterParams, readPaymaster } from './paymasters.ts'
import { prepareOperation } from './prepareOperation.ts'
import { failureForeseen, wouldFail } from './wouldFail.ts'

const mostKept = 20
/** Seconds for which a signed operation counts: after them its outcome is certain. */
const validFor = 600
/** Milliseconds that an earlier operation, or the transaction of this one, is waited for. */
const longestWait = 90_000
const lookWait = 1_000
/** However fast the clock is. */
const mostLooks = longestWait / lookWait

export interface SendingOperation {
  readonly login: LoggedIn
  readonly request: Extract<ApprovalRequest, { is: 'calls' }>
  readonly asked: OperationAsked
  readonly id: string | undefined
  readonly given: ApprovedWork
  /** It was given to the network. */
  readonly sent: () => Promise<void>
}

/**
 * Signs an approved operation and gives it to the network, once (T73), as it was shown: only its nonce, what makes its
 * account and the paymaster's last word are asked anew, and nothing is changed after that word. Tabs of one browser take turns.
 */
export async function sendOperation(deps: ProviderDeps, sending: SendingOperation): Promise<JsonValue> {
  const { request, asked, given } = sending
  const { id = `0x${toHex(randomBytes(32))}` } = sending
  const turn = `latchkey operation ${request.chainId} ${request.account}`
  const kept = (await deps.locks.request(turn, () => send(deps, { ...sending, id }))) as KeptOperation
  given.update({ sent: request.calls.length })
  // Not to be waited for behind the screen: nothing is left to be decided.
  const answers = { id: { id }, operation: kept.hash, transaction: () => transactionOf(deps, kept) }
  const answer = answers[asked.answers]
  given.answer(typeof answer === 'function' ? answer() : answer)
  await sending.sent()
  return kept.hash
}

async function send(
  deps: ProviderDeps,
  { login, request, asked, id, given }: SendingOperation & { readonly id: string },
): Promise<KeptOperation> {
  const { chainId, account } = request
  const nodes = deps.nodes(chainId)
  const { safe } = asked
  const by = operationAccountOf(asked)
  const { entryPoint } = by
  if (await hasBatch(deps.store, id)) throw refusal('duplicateId')
  await awaitEarlier(deps, request)
  const [prepared, nonce, factory, block] = await asking(
    Promise.all([
      given.agreed.operation ?? prepareOperation(deps, { chainId, asked }, AbortSignal.timeout(20_000)),
      nextNonce(nodes, by),
      by.factory(nodes),
      latestBlock(nodes),
    ]),
    given.agreed.simulation,
  )
  const { factory: _factory, factoryData: _data, eip7702Auth: _stub, ...shown } = prepared.operation
  const draft = { ...shown, nonce: toQuantity(nonce), ...(await authorized(login, asked, factory)) }
  const unsigned = await finish(deps, { chainId, entryPoint }, prepared, { ...draft, signature: '0x' })
  const hash = operationHash(unsigned, networkFacts(chainId).id, entryPoint)
  const validity = { validAfter: 0, validUntil: block.time + validFor }
  const { signature: _none, eip7702Auth: _told, ...operationToSign } = unsigned
  const signed = toBytes(canonicalJson({ chainId, entryPoint, operation: operationToSign as JsonValue }))
  const signature = await withSigned(login, { is: 'userOperation', signed }, entropy =>
    safe
      ? signOwnerDigest(
          entropy,
          safeOperationDigest(unsigned, networkFacts(chainId).id, validity),
          safe.owner,
        )
      : signEvmDigest(entropy, fromHex(hash.slice(2)), account),
  )
  const plain = formatSignature(signature)
  const operation = { ...unsigned, signature: safe ? operationSignature(validity, plain) : plain }
  const kept: KeptOperation = {
    id,
    chainId,
    account,
    hash,
    nonce: Number(nonce),
    // The plain account's signature has no times.
    ...(safe ? { validUntil: validity.validUntil } : { entryPoint }),
    block: Number(block.number),
    isOver: false,
  }
  // Before it is given away: were the page to close now, it would be looked for.
  await writeOperation(deps, kept)
  try {
    await handOver(nodes, { operation, hash, entryPoint }, deps.clock)
  } catch (cause) {
    if (isUnsent(cause)) await dropOperation(deps, kept)
    throw cause
  }
  return kept
}

/** What makes the account, with the authorization of the plain one signed; it was agreed to with the operation (T60). */
async function authorized(login: LoggedIn, { plain }: OperationAsked, factory: Factory): Promise<Factory> {
  const { eip7702Auth: asked } = factory
  if (!plain || !asked) return factory
  if (!plain.isNew)
    throw refusal('transactionRejected', { message: 'The account is not delegated any more.' })
  const { signAuthorization } = await import('../../delegation/signAuthorization.ts')
  const { chainId } = plain
  const { address } = asked
  return {
    ...factory,
    eip7702Auth: await signAuthorization(login, { chainId, address, nonce: BigInt(asked.nonce) }),
  }
}

/**
 * The paymaster's last word on the operation as it will be signed: its data and nothing else, of the paymaster that was shown.
 * @throws LatchkeyError SEND_FAILED where it does not pay any more: the visitor did not agree to pay instead
 */
async function finish(
  deps: Pick<ProviderDeps, 'paymasters'>,
  { chainId, entryPoint }: { readonly chainId: CaipNetworkId; readonly entryPoint: Hex },
  { sponsor, operation: shown }: PreparedOperation,
  operation: UserOperation,
): Promise<UserOperation> {
  if (!sponsor) return operation
  const isAsShown = shown.nonce === operation.nonce && shown.factory === operation.factory
  if (sponsor.isFinal && isAsShown) return operation
  const { host } = sponsor
  const params = paymasterParams(operation, entryPoint, chainId, host?.context)
  const answer = await deps
    .paymasters?.({ method: 'pm_getPaymasterData', params, host })
    .catch(() => undefined)
  const fields = readPaymaster(answer)?.fields
  if (fields?.paymaster !== sponsor.fields.paymaster)
    throw refusal('transactionRejected', { message: 'The sponsor does not pay for it any more.' })
  return { ...operation, paymasterData: fields.paymasterData }
}

/** Waits until no earlier operation of the account is on its way: it would have the same number. */
async function awaitEarlier(
  deps: ProviderDeps,
  { chainId, account }: Pick<SendingOperation['request'], 'chainId' | 'account'>,
): Promise<void> {
  const all = (await deps.store.read(keptOperations)) ?? []
  const last = all.find(each => each.chainId === chainId && each.account === account)
  if (!last || last.isOver) return
  // One without an end is replaced: of two with one number the network takes one.
  if ((await settled(deps, last)).at === 'pending' && last.validUntil !== undefined)
    throw refusal('transactionRejected', { message: 'An earlier one of the account is still on its way.' })
}

/** The hash of the transaction that has an operation. */
async function transactionOf(deps: ProviderDeps, kept: KeptOperation): Promise<JsonValue> {
  const outcome = await settled(deps, kept)
  if (outcome.at === 'pending')
    throw refusal('unavailable', {
      code: 'SEND_UNKNOWN',
      message: 'The outcome of the operation is not known.',
      data: { userOperationHash: kept.hash },
    })
  if (outcome.at === 'dropped')
    throw refusal('transactionRejected', { message: 'The network did not take it in time.' })
  const hash = String(fieldOf(outcome.receipt, 'transactionHash'))
  // Its transaction counts as one that worked: a page that only reads that would take it for done.
  if (!outcome.isDone)
    throw refusal('transactionRejected', { message: 'It failed on the network.', data: { hash } })
  return hash
}

/** What became of an operation, waited for within a bound. */
async function settled(deps: ProviderDeps, kept: KeptOperation): Promise<OperationOutcome> {
  const nodes = deps.nodes(kept.chainId)
  const until = deps.clock.now() + longestWait
  for (let look = 0; look < mostLooks; look++) {
    const outcome = await operationOutcome(nodes, kept)
    if (outcome.at !== 'pending') await writeOperation(deps, { ...kept, isOver: true })
    if (outcome.at !== 'pending' || deps.clock.now() >= until) return outcome
    await deps.clock.wait(lookWait)
  }
  return { at: 'pending' }
}

/**
 * @throws LatchkeyError `wouldFail` with the reason that is known, another one where the nodes or the bundler do not say what
 * signing takes
 */
async function asking<T>(work: Promise<T>, foreseen: Simulation | undefined): Promise<T> {
  try {
    return await work
  } catch (cause) {
    const failure = failureForeseen(cause)
    // An account does not hand on why a call failed: the nodes that were asked for the calls alone do.
    if (failure) throw wouldFail(failure.reason ?? (foreseen?.at === 'fails' ? foreseen.reason : undefined))
    // Nothing is signed yet: this is certain, and pages need not look for it.
    throw refusal('unavailable', {
      code: 'SEND_FAILED',
      message: 'The network does not say what it takes for it.',
    })
  }
}

function isUnsent(cause: unknown): boolean {
  return fieldOf(cause, 'code') === 'SEND_FAILED'
}

async function writeOperation(
  deps: Pick<ProviderDeps, 'store' | 'locks'>,
  operation: KeptOperation,
): Promise<void> {
  await changeKept(deps, keptOperations, (before = []) =>
    [operation, ...before.filter(({ hash }) => hash !== operation.hash)].slice(0, mostKept),
  )
}

async function dropOperation(
  deps: Pick<ProviderDeps, 'store' | 'locks'>,
  { hash }: KeptOperation,
): Promise<void> {
  await changeKept(deps, keptOperations, (before = []) => before.filter(each => each.hash !== hash))
}

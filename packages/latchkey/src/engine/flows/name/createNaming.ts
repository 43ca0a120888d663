import { isLatchkeyError } from '../../../contract/error.ts'
import { createError } from '../../../contract/errors/createError.ts'
import { isSameAddress } from '../../../contract/isSameAddress.ts'
import { limits } from '../../../contract/limits.ts'
import { putProfile } from '../../../contract/nameChange.ts'
import {
  etherCoinType,
  getNameNonce,
  getProfile,
  nameNonceLifetime,
  type Profile,
  postProfile,
} from '../../../contract/profile.ts'
import { createMachine } from '../../base/machine.ts'
import { oneOf } from '../../base/oneOf.ts'
import { orAborted } from '../../base/orAborted.ts'
import type { EngineContext } from '../../context.ts'
import { type ActiveAccount, activeAccount } from '../../nouns/accounts/activeAccount.ts'
import { createIdentities } from '../../nouns/identity/createIdentities.ts'
import { createOwnNames } from '../../nouns/names/createOwnNames.ts'
import { nameFault, refusalOf } from '../../nouns/names/nameFault.ts'
import type { OwnName } from '../../nouns/names/ownNames.ts'
import { forgetName } from '../../nouns/names/resolveName.ts'
import { createTypedName } from './createTypedName.ts'
import type { Naming } from './naming.ts'
import {
  isUnderWay,
  type NameOrder,
  type NamingEvent,
  type NamingFailure,
  type NamingState,
  namingTransition,
} from './namingTransition.ts'
import { writeOrder } from './writeOrder.ts'

/** Makes the naming of an engine. */
export function createNaming(ctx: EngineContext): Naming {
  const { clock } = ctx
  const own = oneOf(ctx, createOwnNames)
  const machine = createMachine<NamingState, NamingEvent>({ at: 'idle' }, namingTransition)
  const zone = () => {
    const account = activeAccount(ctx)
    return account && own.machine.getState()[account.key]?.zone
  }
  const typed = createTypedName(ctx, () => zone()?.name)
  let request = new AbortController()
  let attempts = 0
  let stopTimers = () => {}
  let owner = ownerOf(activeAccount(ctx))

  async function ask(
    order: NameOrder,
    account: ActiveAccount,
    attempt: number,
    signal: AbortSignal,
  ): Promise<void> {
    const { signMessage } = ctx.live.get(account.connectionId, account.namespace)?.abilities ?? {}
    const zoned = zone()
    if (!signMessage || !zoned) throw createError('ACTION_NOT_ALLOWED')
    const api = await orAborted(ctx.api(), signal)
    const nonce = await api.call(getNameNonce, { signal })
    const issued = clock.now()
    const chain = account.network.caipNetworkId
    const message = writeOrder(order, { zone: zoned.name, chain, nonce })
    if (message === undefined) throw createError('UNKNOWN', { context: { reason: 'another zone' } })
    machine.dispatch({ type: 'asked', attempt, text: message })
    watchSilence(attempt)
    const signature = await orAborted(signMessage({ account: account.caip10, message }), signal)
    stopTimers()
    // The services count from the nonce: after that long they refuse it for certain.
    if (clock.now() - issued > nameNonceLifetime) {
      machine.dispatch({ type: 'lapsed', attempt })
      return
    }
    machine.dispatch({ type: 'signed', attempt })
    // From here on it counts whether or not the visitor waits for it.
    const body = { coin_type: etherCoinType, address: account.address, message, signature } as const
    const profile = await (order.action === 'register'
      ? api.call(postProfile, { body })
      : api.call(putProfile, { params: { name: order.name }, body }).then(answer => answer.profile)
    ).catch(cause => recover(order, account, cause))
    await settle(order, account, attempt, profile)
  }

  /** An answer that was lost, and a name that this account got by an earlier try, are not failures. */
  async function recover(order: NameOrder, account: ActiveAccount, cause: unknown): Promise<Profile | null> {
    const refusal = refusalOf(cause)
    const isUnknown = refusal === undefined || refusal.status === 0 || refusal.status >= 500
    if (order.action !== 'register' || !(isUnknown || refusal.code === 'NAME_TAKEN')) throw cause
    const api = await ctx.api()
    const found = await api.call(getProfile, { params: { name: order.name } }).catch(() => undefined)
    const holder = found?.addresses[etherCoinType]?.address
    if (found === undefined || holder === undefined || !isSameAddress(holder, account.address)) throw cause
    return found
  }

  async function settle(
    order: NameOrder,
    account: ActiveAccount,
    attempt: number,
    profile: Profile | null,
  ): Promise<void> {
    const isHeld = profile !== null && order.action !== 'transfer'
    const isPrimary = order.action === 'register' || order.action === 'primary'
    const before = own.machine.getState()[account.key]?.names.find(({ name }) => name === order.name)
    const name: OwnName | undefined = isHeld
      ? {
          name: order.name,
          isPrimary: isPrimary || before?.isPrimary === true,
          isReceived: !isPrimary && before?.isReceived === true,
          records: profile.attributes,
        }
      : undefined
    forgetName(ctx, order.name)
    if (ctx.signal.aborted) return
    if (order.action === 'register') typed.type('')
    machine.dispatch({ type: 'done', attempt, name })
    if (ownerOf(activeAccount(ctx)) !== ownerOf(account)) return
    const identities = oneOf(ctx, createIdentities)
    await Promise.all([
      identities.renew(
        account.namespace,
        name?.isPrimary ? { name: name.name, avatar: name.records.avatar } : undefined,
      ),
      own.refresh({ force: true }),
    ])
  }

  function watchSilence(attempt: number): void {
    const later = (waiting: 'slow' | 'silent', delay: number) =>
      clock.setTimeout(() => machine.dispatch({ type: 'waited', attempt, waiting }), delay)
    const timers = [later('slow', limits.walletSlow), later('silent', limits.walletSilent)]
    stopTimers = () => {
      for (const cancel of timers) cancel()
    }
  }

  function refuse(order: NameOrder, attempt: number, cause: unknown): void {
    const refusal = refusalOf(cause)
    if (refusal?.code === 'NAME_SIGNATURE_INVALID' && refusal.about === 'ts') {
      machine.dispatch({ type: 'lapsed', attempt })
      return
    }
    const failure = failureOf(cause)
    const reason =
      failure === 'refused' || failure === 'taken'
        ? nameFault('NAME_REGISTER_FAILED', cause, order).message
        : undefined
    machine.dispatch({ type: 'failed', attempt, failure, reason })
    if (failure === 'taken') typed.retry()
  }

  function end(): void {
    request.abort()
    request = new AbortController()
    stopTimers()
  }

  const naming: Naming = {
    machine,
    typed,
    order(order) {
      const account = activeAccount(ctx)
      if (!account || isUnderWay(machine.getState())) return
      end()
      const attempt = ++attempts
      const { signal } = request
      machine.dispatch({ type: 'began', order, attempt })
      ask(order, account, attempt, signal).catch((cause: unknown) => {
        stopTimers()
        if (!signal.aborted) refuse(order, attempt, cause)
      })
    },
    again() {
      const now = machine.getState()
      if (now.at === 'lapsed' || now.at === 'failed') naming.order(now.order)
    },
    stop() {
      if (machine.getState().at === 'sending') return
      end()
      machine.dispatch({ type: 'stopped' })
    },
  }

  const off = ctx.connections.subscribe(() => {
    const now = ownerOf(activeAccount(ctx))
    if (now === owner) return
    owner = now
    end()
    machine.dispatch({ type: 'stopped' })
    typed.type('')
  })
  ctx.signal.addEventListener('abort', () => {
    off()
    end()
    typed.stop()
  })
  return naming
}

/** Names are an account's on whichever network it is. */
function ownerOf(account: ActiveAccount | undefined): string | undefined {
  return account && `${account.connectionId} ${account.namespace}:${account.address}`
}

function failureOf(cause: unknown): NamingFailure {
  if (!isLatchkeyError(cause)) return 'other'
  if (cause.code === 'SIGN_REJECTED') return 'rejected'
  if (cause.context.reason === 'request-pending') return 'pending'
  if (cause.code === 'ACTION_NOT_ALLOWED') return 'unable'
  const refusal = refusalOf(cause)
  if (refusal?.code === 'NAME_TAKEN') return 'taken'
  if (refusal !== undefined) return refusal.status === 0 ? 'offline' : 'refused'
  return cause.kind === 'offline' || cause.kind === 'timeout' ? 'offline' : 'other'
}

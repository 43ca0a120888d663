import { type CaipNetworkId, toCaipAddress } from '../../contract/caip.ts'
import { createError } from '../../contract/errors/createError.ts'
import type { ErrorCode } from '../../contract/errors/table.ts'
import { limits } from '../../contract/limits.ts'
import type { Siwx } from '../../contract/siwx.ts'
import { networkIdOfNamespace } from '../accounts/projectState.ts'
import { loadOnce } from '../base/loadOnce.ts'
import { createMachine } from '../base/machine.ts'
import { orAborted } from '../base/orAborted.ts'
import type { EngineContext } from '../context.ts'
import type { Engine } from '../engine.ts'
import { findNetwork } from '../networks/findNetwork.ts'
import { featuresOf } from '../remoteconfig/featuresOf.ts'
import { asksSignIn } from './asksSignIn.ts'
import { createEarlySignIn } from './createEarlySignIn.ts'
import { createEmailCapture } from './createEmailCapture.ts'
import { codeOf, failureOf } from './failureOf.ts'
import { followSignOut } from './followSignOut.ts'
import type { SignIn, SignInSubject } from './signIn.ts'
import {
  type PreparedSignIn,
  type SignInEvent,
  type SignInState,
  signInTransition,
} from './signInTransition.ts'
import { siwxOf } from './siwxOf.ts'

/** The verbs of an engine that declining leads to. */
export type SignInVerbs = Pick<Engine, 'disconnect' | 'switchNetwork'>

/** Nonces live five minutes: what has lain unsigned this long is asked for anew. */
const freshness = 240_000

/** Makes the sign-in of an engine; each account on each network is looked at when `check` is called. */
export function createSignIn(ctx: EngineContext, verbs: SignInVerbs): SignIn {
  const { clock, facts, signIn: standing } = ctx
  const machine = createMachine<SignInState, SignInEvent>({ at: 'idle' }, signInTransition)
  const key = loadOnce(async () => (await import('./createPageKey.ts')).createPageKey(ctx))
  const source = loadOnce(() => siwxOf(ctx, key, forget))
  const email = createEmailCapture(ctx, key)
  /** Where an account of a namespace signed in last, by `namespace:address`. */
  const lastSigned = new Map<string, CaipNetworkId>()
  let checking: { readonly subject: SignInSubject; readonly done: Promise<void> } | undefined
  /** Proven, or not wanted to be told. */
  let isEmailSettled = false
  let request = new AbortController()
  let attempt = 0
  let stopTimers = () => {}
  let stopFreshness = () => {}

  /** The active account on its network; none on one that the host does not list. */
  function subjectOf(): SignInSubject | undefined {
    const state = ctx.connections.getState()
    const namespace = state.activeNamespace
    const active = state.active[namespace]
    if (!active || state.unconfirmed.includes(active.connectionId)) return undefined
    const id = networkIdOfNamespace(state, ctx.config.networks, namespace)
    const network = id === undefined ? undefined : findNetwork(ctx.config.networks, id)
    if (!network) return undefined
    const address = active.caip10.slice(active.caip10.lastIndexOf(':') + 1)
    const { caipNetworkId } = network
    return {
      connectionId: active.connectionId,
      namespace,
      caipNetworkId,
      address,
      caip10: active.caip10,
    }
  }

  function know(subject: SignInSubject, isSignedIn: boolean): void {
    const before = standing.getState()
    if (before.accounts[subject.caip10] === isSignedIn) return
    standing.dispatch({ ...before, accounts: { ...before.accounts, [subject.caip10]: isSignedIn } })
    if (isSignedIn) lastSigned.set(keyOf(subject), subject.caipNetworkId)
  }

  /** A session that is over by itself. */
  function forget(caip10: string): void {
    const before = standing.getState()
    if (before.accounts[caip10] !== true) return
    standing.dispatch({ ...before, accounts: { ...before.accounts, [caip10]: false } })
    const now = machine.getState()
    if (now.at === 'signedIn' && now.subject.caip10 === caip10) machine.dispatch({ type: 'dismissed' })
  }

  function check(): Promise<void> {
    const subject = subjectOf()
    const now = machine.getState()
    if (!subject) {
      end()
      machine.dispatch({ type: 'gone' })
      checking = undefined
      return Promise.resolve()
    }
    const known = now.at === 'idle' ? undefined : now.subject
    if (known?.caip10 === subject.caip10 && known.connectionId === subject.connectionId) {
      if (now.at === 'checking' && checking) return checking.done
      if (now.at !== 'signedIn' || standing.getState().accounts[subject.caip10]) return Promise.resolve()
    }
    end()
    machine.dispatch({ type: 'looked', subject })
    const done = look(subject)
    checking = { subject, done }
    return done
  }

  async function look(subject: SignInSubject): Promise<void> {
    const isCurrent = () => {
      const now = machine.getState()
      return now.at !== 'idle' && now.subject === subject
    }
    try {
      const siwx = await source()
      standing.dispatch({ ...standing.getState(), isRequired: siwx.getRequired?.() === true })
      const hasSession = await sessionOf(siwx, subject)
      know(subject, hasSession)
      if (!isCurrent()) return
      if (hasSession) machine.dispatch({ type: 'found', subject })
      else goOn(subject)
    } catch (cause) {
      if (!isCurrent()) return
      machine.dispatch({ type: 'gone' })
      tellFailed(subject, 'SIGNIN_INIT_FAILED')
      throw createError('SIGNIN_INIT_FAILED', { cause })
    }
  }

  /** Without a session: the visitor's email address comes first where it is wanted, once. */
  function goOn(subject: SignInSubject): void {
    if (wantsEmail()) machine.dispatch({ type: 'emailWanted', subject })
    else prepare(subject)
  }

  function wantsEmail(): boolean {
    const isOn = featuresOf(ctx).emailCapture === true && ctx.config.endpoints?.api !== undefined
    return isOn && !isEmailSettled
  }

  function prepare(subject: SignInSubject, failure?: PreparedFailure): void {
    stopFreshness()
    machine.dispatch({ type: 'preparing', subject })
    write(subject).then(
      prepared => {
        machine.dispatch({ type: 'prepared', subject, prepared, ...failure })
        stopFreshness = clock.setTimeout(() => {
          if (machine.getState().at === 'ready') renew(subject)
        }, freshness)
      },
      cause => machine.dispatch({ type: 'unprepared', subject, failure: failureOf(cause) }),
    )
  }

  /** Without taking away what is being read until the new one is here. */
  function renew(subject: SignInSubject): void {
    write(subject).then(
      prepared => {
        const now = machine.getState()
        const failure = now.at === 'ready' ? now.failure : undefined
        machine.dispatch({ type: 'prepared', subject, prepared, ...(failure && { failure }) })
        stopFreshness = clock.setTimeout(() => {
          if (machine.getState().at === 'ready') renew(subject)
        }, freshness)
      },
      cause => machine.dispatch({ type: 'unprepared', subject, failure: failureOf(cause) }),
    )
  }

  async function write({ address, caipNetworkId }: SignInSubject): Promise<PreparedSignIn> {
    const siwx = await source()
    const { toString: _toString, ...data } = await orAborted(
      siwx.createMessage({ accountAddress: address, chainId: caipNetworkId }).then(message => ({
        ...message,
        serializedMessage: message.toString(),
      })),
      ctx.signal,
    )
    return { data, text: data.serializedMessage }
  }

  async function ask(subject: SignInSubject, prepared: PreparedSignIn, mine: number): Promise<void> {
    const { signal } = request
    const live = ctx.live.get(subject.connectionId, subject.namespace)
    const { signMessage } = live?.abilities ?? {}
    if (!signMessage) throw createError('ACTION_NOT_ALLOWED')
    const message = prepared.text
    const signature = await orAborted(signMessage({ account: subject.caip10, message }), signal)
    stopTimers()
    machine.dispatch({ type: 'signed', attempt: mine })
    const siwx = await source()
    const proof = email.proof
    await orAborted(
      siwx.addSession({ data: prepared.data, message, signature, ...(proof && { emailProof: proof }) }),
      signal,
    )
    finish(subject)
  }

  function finish(subject: SignInSubject): void {
    know(subject, true)
    machine.dispatch({ type: 'found', subject })
    const { namespace, caipNetworkId } = subject
    facts.emit('signedIn', { namespace, caipNetworkId, address: subject.caip10 })
  }

  function tellFailed({ namespace, caipNetworkId }: SignInSubject, code: ErrorCode): void {
    facts.emit('signInFailed', { namespace, caipNetworkId, code })
  }

  /** Whoever was asked for another account or network is no longer waited for. */
  function end(): void {
    request.abort()
    request = new AbortController()
    stopTimers()
    stopFreshness()
  }

  const signIn: SignIn = {
    ...createEarlySignIn(ctx, { source, isHeld: () => wantsEmail() }),
    machine,
    email,
    check,
    begin() {
      const now = machine.getState()
      if (now.at === 'unprepared') prepare(now.subject)
      else if (now.at === 'dismissed') goOn(now.subject)
      else if (now.at === 'idle') void check().catch(() => undefined)
    },
    skipEmail() {
      const now = machine.getState()
      if (now.at !== 'email') return
      isEmailSettled = true
      prepare(now.subject)
    },
    sign() {
      const now = machine.getState()
      if (now.at !== 'ready') return
      const { subject, prepared } = now
      const mine = ++attempt
      machine.dispatch({ type: 'asked', attempt: mine })
      const later = (waiting: 'slow' | 'silent', delay: number) =>
        clock.setTimeout(() => machine.dispatch({ type: 'waited', attempt: mine, waiting }), delay)
      const timers = [later('slow', limits.walletSlow), later('silent', limits.walletSilent)]
      stopTimers = () => {
        for (const cancel of timers) cancel()
      }
      const { signal } = request
      ask(subject, prepared, mine).catch((cause: unknown) => {
        if (signal.aborted) return
        stopTimers()
        const failure = failureOf(cause)
        const wasSigned = machine.getState().at === 'verifying'
        machine.dispatch({ type: 'refused', attempt: mine, failure })
        tellFailed(subject, codeOf(cause))
        // Its nonce may have been spent: the next signature is of another text.
        if (wasSigned) prepare(subject, { failure })
      })
    },
    stop() {
      const { at } = machine.getState()
      if (at !== 'asking') return
      end()
      machine.dispatch({ type: 'stopped' })
    },
    dismiss() {
      end()
      machine.dispatch({ type: 'dismissed' })
    },
    async cancel() {
      const now = machine.getState()
      if (now.at === 'idle' || now.at === 'signedIn') return
      const { subject } = now
      const { namespace, caipNetworkId, connectionId } = subject
      facts.emit('signInCancelled', { namespace, caipNetworkId })
      signIn.dismiss()
      const { isRequired, accounts } = standing.getState()
      if (!isRequired) return
      const last = lastSigned.get(keyOf(subject))
      if (last !== undefined && accounts[toCaipAddress(last, subject.address)]) {
        const isBack = await verbs.switchNetwork({ caipNetworkId: last }).then(
          () => true,
          () => false,
        )
        if (isBack) return
      }
      await verbs.disconnect({ connectionId, namespace })
    },
    async signOut() {
      if (!asksSignIn({ config: ctx.config, features: featuresOf(ctx) })) throw createError('SIWX_DISABLED')
      const siwx = await source()
      const subject = subjectOf()
      if (!subject) throw createError('NO_ACTIVE_ADDRESS')
      await siwx.revokeSession(subject.caipNetworkId, subject.address)
      forget(subject.caip10)
    },
  }

  const stops = [
    followSignOut(ctx, source),
    email.machine.subscribe(({ at }) => {
      const now = machine.getState()
      if (at !== 'proven') return
      isEmailSettled = true
      if (now.at === 'email') prepare(now.subject)
    }),
    () => end(),
  ]
  ctx.signal.addEventListener('abort', () => {
    for (const stop of stops) stop()
  })
  return signIn
}

type PreparedFailure = Pick<Extract<SignInEvent, { type: 'prepared' }>, 'failure'>

async function sessionOf(siwx: Siwx, { caipNetworkId, address }: SignInSubject): Promise<boolean> {
  const sessions = await siwx.getSessions(caipNetworkId, address)
  // What a host answers for another account or network is none of this one's (T35, T36).
  return sessions.some(
    ({ data }) => data.chainId === caipNetworkId && isSameAddress(data.accountAddress, address),
  )
}

function isSameAddress(one: string, other: string): boolean {
  if (one === other) return true
  return /^0x[\da-f]+$/i.test(one) && one.toLowerCase() === other.toLowerCase()
}

function keyOf({ namespace, address }: SignInSubject): string {
  return `${namespace}:${address}`
}

import { type CaipAddress, namespaceOf } from '../../../contract/caip.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type { ErrorCode } from '../../../contract/errors/table.ts'
import { limits } from '../../../contract/limits.ts'
import { spelledOnce } from '../../../contract/namespaceFacts.ts'
import { factsOf } from '../../base/factsOf.ts'
import { loadOnce } from '../../base/loadOnce.ts'
import { createMachine } from '../../base/machine.ts'
import { orAborted } from '../../base/orAborted.ts'
import type { EngineContext } from '../../context.ts'
import type { Engine } from '../../engine.ts'
import { createAccountStanding } from './createAccountStanding.ts'
import { createEmailStep } from './createEmailStep.ts'
import { createPreparation } from './createPreparation.ts'
import { endSession } from './endSession.ts'
import { codeOf, failureOf } from './failureOf.ts'
import { followSignOut } from './followSignOut.ts'
import { goBack } from './goBack.ts'
import { abilitiesOf, signByTransaction } from './signByTransaction.ts'
import type { SignIn, SignInSubject } from './signIn.ts'
import {
  type PreparedSignIn,
  type SignInEvent,
  type SignInState,
  signInTransition,
} from './signInTransition.ts'
import { siwxOf } from './siwxOf.ts'
import { hasSessionOf, subjectOf } from './subjectOf.ts'

/** The verbs of an engine that declining leads to. */
export type SignInVerbs = Pick<Engine, 'disconnect' | 'switchNetwork'>

/** Makes the sign-in of an engine; each account on each network is looked at when `check` is called. */
export function createSignIn(ctx: EngineContext, verbs: SignInVerbs): SignIn {
  const { clock, facts, signIn: standing } = ctx
  const machine = createMachine<SignInState, SignInEvent>({ at: 'idle' }, signInTransition)
  const key = loadOnce(async () => (await import('./createPageKey.ts')).createPageKey(ctx))
  const source = loadOnce(() => siwxOf(ctx, key, forget))
  const signOut = followSignOut(ctx, source)
  const email = createEmailStep(ctx, key, () => {
    const now = machine.getState()
    if (now.at === 'email') text.begin(now.subject)
  })
  /** Signed in by the approval that connected them, and not told yet; spelled once, since each wallet spells as it likes. */
  const taken = new Set<string>()
  const once = (caip10: CaipAddress) =>
    spelledOnce(caip10, factsOf(ctx.config, namespaceOf(caip10)).addresses)
  const early = loadOnce(async () =>
    (await import('./createEarlySignIn.ts')).createEarlySignIn(ctx, {
      source,
      isHeld: email.isWanted,
      settle: email.whenKnown,
      endLate: signOut.endLate,
      took: caip10 => taken.add(once(caip10)),
    }),
  )
  const known = createAccountStanding(ctx)
  const text = createPreparation(ctx, machine, source)
  let checking: { readonly subject: SignInSubject; readonly done: Promise<void> } | undefined
  let request = new AbortController()
  let attempt = 0
  let stopTimers = () => {}

  /** A session that is over: who it was may sign in once more. */
  function forget(caip10: string): void {
    if (!known.forget(caip10)) return
    const now = machine.getState()
    if (now.at === 'signedIn' && now.subject.caip10 === caip10) machine.dispatch({ type: 'gone' })
  }

  function check(): Promise<void> {
    const subject = subjectOf(ctx)
    const now = machine.getState()
    if (!subject) {
      end()
      machine.dispatch({ type: 'gone' })
      checking = undefined
      return Promise.resolve()
    }
    const before = now.at === 'idle' ? undefined : now.subject
    if (before?.caip10 === subject.caip10 && before.connectionId === subject.connectionId) {
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
      const isOpen = now.at !== 'idle' && now.at !== 'signedIn' && now.subject === subject
      return isOpen && signOut.isHeld(subject.address)
    }
    try {
      const siwx = await source()
      standing.dispatch({ ...standing.getState(), isRequired: siwx.getRequired?.() === true })
      const hasSession = await hasSessionOf(siwx, subject)
      const isOver = !ctx.live.get(subject.connectionId, subject.namespace)
      if (hasSession && isOver && signOut.endLate(subject)) return
      if (hasSession && taken.delete(once(subject.caip10))) emitSigned(subject)
      if (!isCurrent()) return
      known.know(subject, hasSession)
      if (hasSession) machine.dispatch({ type: 'found', subject })
      else await goOn(subject)
    } catch (cause) {
      if (!isCurrent()) return
      machine.dispatch({ type: 'gone' })
      emitFailed(subject, 'SIGNIN_INIT_FAILED')
      ctx.alert('SIGNIN_INIT_FAILED', { reason: String(cause) })
      throw createError('SIGNIN_INIT_FAILED', { cause })
    }
  }

  /** Without a session: the visitor's email address comes first where it is wanted, once. */
  async function goOn(subject: SignInSubject): Promise<void> {
    const settling = ctx.flags.settle()
    if (settling) {
      await settling
      const now = machine.getState()
      if (now.at === 'idle' || now.at === 'signedIn' || now.subject !== subject) return
    }
    if (!email.isWanted()) {
      text.begin(subject)
      return
    }
    await email.load().then(
      () => machine.dispatch({ type: 'emailWanted', subject }),
      cause => {
        machine.dispatch({ type: 'preparing', subject })
        machine.dispatch({ type: 'unprepared', subject, failure: failureOf(cause) })
      },
    )
  }

  async function ask(
    subject: SignInSubject,
    prepared: PreparedSignIn,
    { attempt: mine, byTransaction }: { readonly attempt: number; readonly byTransaction: boolean },
  ): Promise<void> {
    const { signal } = request
    const sign = byTransaction ? signByTransaction(ctx, subject) : abilitiesOf(ctx, subject).signMessage
    if (!sign) throw createError('ACTION_NOT_ALLOWED')
    const message = prepared.text
    const signature = await orAborted(sign({ account: subject.caip10, message }), signal)
    stopTimers()
    machine.dispatch({ type: 'signed', attempt: mine })
    const siwx = await source()
    const proof = email.proof
    signal.throwIfAborted()
    // The store of sessions goes on without us, so its outcome counts even when the visitor no longer waits.
    await siwx.addSession({ data: prepared.data, message, signature, ...(proof && { emailProof: proof }) })
    email.spend(proof)
    if (ctx.signal.aborted || signOut.endLate(subject)) return
    known.know(subject, true)
    const now = machine.getState()
    if (now.at === 'idle' || now.subject.caip10 !== subject.caip10) return
    end()
    machine.dispatch({ type: 'found', subject: now.subject })
    emitSigned(subject)
  }

  function emitSigned({ namespace, caipNetworkId, caip10 }: SignInSubject): void {
    facts.emit('signedIn', { namespace, caipNetworkId, address: caip10 })
  }

  function emitFailed({ namespace, caipNetworkId }: SignInSubject, code: ErrorCode): void {
    facts.emit('signInFailed', { namespace, caipNetworkId, code })
  }

  // SPEC §4 tracks a failure whether the signature or the text to sign could not be had.
  machine.subscribe(state => {
    if (state.at === 'unprepared') emitFailed(state.subject, 'SIGN_FAILED')
  })

  /** Aborts a prompt for another account or network. */
  function end(): void {
    request.abort()
    request = new AbortController()
    stopTimers()
    text.stop()
  }

  const signIn: SignIn = {
    machine,
    email: email.load,
    check,
    begin() {
      const now = machine.getState()
      if (now.at === 'unprepared' || now.at === 'dismissed') void goOn(now.subject)
      else if (now.at === 'idle') void check().catch(() => undefined)
    },
    request: async chains => (await early()).request(chains),
    connect: async (provider, options, adapter) =>
      (await early().catch(() => adapter)).connect(provider, options, adapter),
    take: async (proofs, signal) => (await early()).take(proofs, signal),
    skipEmail() {
      const now = machine.getState()
      if (now.at !== 'email') return
      email.settle()
      text.begin(now.subject)
    },
    offersTransaction() {
      const now = machine.getState()
      return now.at === 'ready' && signByTransaction(ctx, now.subject) !== undefined
    },
    sign({ byTransaction = false } = {}) {
      const now = machine.getState()
      if (now.at !== 'ready') return
      const { subject, prepared, failure } = now
      const isStale = () => clock.now() >= prepared.staleAt
      if (email.hasLapsed()) {
        machine.dispatch({ type: 'emailWanted', subject })
        return
      }
      // The text could not be renewed in time, for example beside a wallet that did not answer: the server would refuse it.
      if (isStale()) {
        text.begin(subject, failure)
        return
      }
      const mine = ++attempt
      machine.dispatch({ type: 'asked', attempt: mine, ...(byTransaction && { byTransaction }) })
      const later = (waiting: 'slow' | 'silent', delay: number) =>
        clock.setTimeout(() => machine.dispatch({ type: 'waited', attempt: mine, waiting }), delay)
      const timers = [later('slow', limits.walletSlow), later('silent', limits.walletSilent)]
      stopTimers = () => {
        for (const cancel of timers) cancel()
      }
      const { signal } = request
      ask(subject, prepared, { attempt: mine, byTransaction }).catch((cause: unknown) => {
        if (signal.aborted) return
        stopTimers()
        const failure = failureOf(cause)
        const wasSigned = machine.getState().at === 'verifying'
        machine.dispatch({ type: 'refused', attempt: mine, failure })
        emitFailed(subject, codeOf(cause))
        // Its nonce may have been spent: the next signature is of another text.
        if (wasSigned || isStale()) text.begin(subject, failure)
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
      facts.emit('signInCancelled', { namespace: subject.namespace, caipNetworkId: subject.caipNetworkId })
      signIn.dismiss()
      if (!standing.getState().isRequired) return
      await goBack(verbs, subject, known.lastNetwork(subject))
    },
    leave: signOut.leave,
    async signOut() {
      forget(await endSession(ctx, source))
    },
  }

  ctx.signal.addEventListener('abort', () => {
    signOut.stop()
    end()
  })
  return signIn
}

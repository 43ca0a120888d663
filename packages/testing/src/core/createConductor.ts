import { answerTwice } from './answerTwice.ts'
import type { Clock } from './clock.ts'
import type { Listeners } from './createListeners.ts'
import type { Approval, PendingList, PendingReason } from './createPendingList.ts'
import type { RequestLog, RequestRecord } from './createRequestLog.ts'
import type { Script } from './createScript.ts'
import { malformAnswer } from './malformedAnswers.ts'
import { type OutcomeStep, parseOutcome } from './outcome.ts'
import { thrownValue } from './thrownValues.ts'

/** One request, checked and ready to be carried out. */
export interface Act {
  /** Whether an honest wallet would ask its visitor first. */
  readonly prompts: boolean
  perform(approval: Approval): unknown
  /** What happens instead of `perform` when the wallet goes to the wrong chain. */
  stray?(chainId: number | undefined, approval: Approval): unknown
}

/** What a wallet does with prompts for which nothing was scripted. */
export type PromptMode = 'approve' | 'ask' | 'reject'

/** The part of a namespace's wallet that decides what a request means. */
export interface Stage {
  /** Checks a request; throws the wallet's error when it cannot be done. */
  prepare(method: string, params: unknown): Act
  /** Requests of one slot exclude one another while the first of them is prompting. */
  slot(method: string): string | undefined
  isOffline(): boolean
  isLocked(): boolean
  lock(): void
  goOffline(): void
  readonly errors: {
    rejected(message?: string): unknown
    busy(method: string): unknown
    offline(): unknown
    coded(code: number, message?: string, data?: unknown): unknown
  }
}

/** Plays every request of a wallet by its script, its mode and its visitor. */
export interface Conductor {
  play(method: string, params: unknown): unknown
  mode: PromptMode
}

/** Makes the conductor of one wallet. */
export function createConductor(ctx: {
  readonly stage: Stage
  readonly script: Script
  readonly log: RequestLog
  readonly pending: PendingList
  readonly listeners: Listeners
  readonly clock: Clock
  readonly mode: PromptMode
}): Conductor {
  const { stage, script, log, pending, listeners, clock } = ctx
  const busy = new Set<string>()
  let mode = ctx.mode

  function play(method: string, params: unknown): unknown {
    const record = log.begin(method, params)
    const slot = stage.slot(method)
    if (stage.isOffline()) return finish(record, Promise.reject(stage.errors.offline()))
    if (slot !== undefined && busy.has(slot)) {
      return finish(record, Promise.reject(stage.errors.busy(method)))
    }
    const step = script.take(method)
    if (step !== undefined) log.mark(record.id, step.kind)
    if (step?.kind === 'throw' && (step.how ?? 'sync') === 'sync') {
      const error = thrownValue('sync')
      log.fail(record.id, error)
      throw error
    }
    const answer = finish(record, run(record, params, step))
    return step?.kind === 'twice' ? answerTwice(answer) : answer
  }

  function finish(record: RequestRecord, answer: Promise<unknown>): Promise<unknown> {
    answer.then(
      result => log.answer(record.id, result),
      (error: unknown) => log.fail(record.id, error),
    )
    return answer
  }

  async function run(record: RequestRecord, params: unknown, step?: OutcomeStep): Promise<unknown> {
    switch (step?.kind) {
      case 'hang':
        return new Promise(() => {})
      case 'reject':
        throw stage.errors.rejected(step.message)
      case 'code':
        throw stage.errors.coded(step.code, step.message, step.data)
      case 'answer':
        return step.value
      case 'throw':
        throw thrownValue(step.how ?? 'error')
      case 'disconnect':
        stage.goOffline()
        throw stage.errors.offline()
      case 'locked':
        stage.lock()
    }
    const act = stage.prepare(record.method, params)
    const slot = act.prompts || step !== undefined ? stage.slot(record.method) : undefined
    if (slot !== undefined) busy.add(slot)
    try {
      const approval = await admit(record, act, step)
      return await carryOut(record, params, act, step, approval)
    } finally {
      if (slot !== undefined) busy.delete(slot)
    }
  }

  /** Waits for whatever stands between the request and the visitor's consent. */
  async function admit(record: RequestRecord, act: Act, step?: OutcomeStep): Promise<Approval> {
    let approval: Approval = {}
    const wait = async (reason: PendingReason) => {
      approval = { ...approval, ...(await pending.wait(record, reason)) }
    }
    if (step?.kind === 'locked' || (act.prompts && stage.isLocked())) await wait('locked')
    if (step?.kind === 'slow') {
      const cancel =
        step.ms === undefined ? undefined : clock.after(step.ms, () => pending.approve(record.id))
      try {
        await wait('slow')
      } finally {
        cancel?.()
      }
    }
    if (step?.kind === 'ask' || (step === undefined && act.prompts && mode === 'ask')) await wait('ask')
    if (step === undefined && act.prompts && mode === 'reject') throw stage.errors.rejected()
    if (step?.kind !== 'approve') return approval
    const { kind: _, ...chosen } = step
    return chosen
  }

  async function carryOut(
    record: RequestRecord,
    params: unknown,
    act: Act,
    step: OutcomeStep | undefined,
    approval: Approval,
  ): Promise<unknown> {
    switch (step?.kind) {
      case 'slow':
        return step.outcome === undefined
          ? act.perform(approval)
          : run(record, params, parseOutcome(step.outcome))
      case 'wrongChain':
        return act.stray === undefined ? act.perform(approval) : act.stray(step.chainId, approval)
      case 'malformed':
        return malformAnswer(step.as ?? 'null', await act.perform(approval))
      case 'twice': {
        const stop = listeners.tape()
        try {
          return await act.perform(approval)
        } finally {
          for (const [event, ...values] of stop()) listeners.emit(event, ...values)
        }
      }
      default:
        return act.perform(approval)
    }
  }

  return {
    play,
    get mode() {
      return mode
    },
    set mode(next) {
      mode = next
    },
  }
}
